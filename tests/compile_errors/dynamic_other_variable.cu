// expects: a __device__, __constant__ or static variable has a value that is known when it is built
const int size = 8;
__device__ int n = size, *p = &n;
static __constant__ int m = n + 1; /* here */
__global__ void k(int *a) { *a = m + *p; }
int main() {}
// nvcc: dynamic initialization is not supported for a __constant__ variable
