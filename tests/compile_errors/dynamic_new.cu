// expects: a __device__, __constant__ or static variable has a value that is known when it is built
__device__ int *list = new int[4]; /* here */
__global__ void k(int *a) { *a = list[0]; }
int main() {}
// nvcc: dynamic initialization is not supported for a __device__ variable
