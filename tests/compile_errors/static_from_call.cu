// expects: a __device__, __constant__ or static variable has a value that is known when it is built
__device__ int square(int x) { return x * x; }
__device__ int table(int i)
{
    static const int t[2] = { square(2), 3 }; /* here */
    return t[i];
}
__global__ void k(int *a) { *a = table(*a); }
int main() {}
// nvcc: dynamic initialization is not supported for a function-scope static __device__ variable within a __device__/__global__ function
