// expects: kernel_operator\.cu:5:[0-9]+: error: a kernel cannot be an operator
struct vec {
    int a;
};
__global__ void operator+(vec a, int *p) { *p = a.a; } /* here */
int main() {}
// nvcc: An operator function cannot be a __global__ function
