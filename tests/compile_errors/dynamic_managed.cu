// expects: nothing runs on the device before a kernel does: sum, a __managed__ variable, can have no constructor
struct counter {
    int n;
    __host__ __device__ counter() { n = 0; }
};
__managed__ counter sum; /* here */
__global__ void k(int *p) { *p = sum.n; }
int main() {}
// nvcc: dynamic initialization is not supported for a __managed__ variable
