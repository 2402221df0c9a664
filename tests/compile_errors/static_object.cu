// expects: nothing runs on the device before a kernel does: sum, a static variable, can have no constructor
struct counter {
    int n;
    __host__ __device__ counter() { n = 0; }
};
__global__ void k(int *a)
{
    static counter sum; /* here */
    *a = ++sum.n;
}
int main() {}
// nvcc: dynamic initialization is not supported for a function-scope static __device__ variable within a __device__/__global__ function
