// expects: nothing runs on the device before a kernel does: sum, a __shared__ variable, can have no constructor
struct counter {
    int n;
    __host__ __device__ counter() : n(0) {}
};
__shared__ counter sum; /* here */
__global__ void k(int *a) { *a = sum.n; }
int main() {}
// nvcc: dynamic initialization is not supported for a __shared__ variable
