// expects: a __device__, __constant__ or static variable has a value that is known when it is built
__host__ __device__ int first(int n)
{
    static int calls = 3;
    static int x = n; /* here */
    return x + ++calls;
}
__global__ void k(int *a) { *a = first(2); }
int main() { return first(1) != 5; }
// nvcc: dynamic initialization is not supported for a function-scope static __device__ variable within a __device__/__global__ function
