// expects: dynamic_device\.cu:3:[0-9]+: error: a __device__ variable has a value that is known when it is built
int seed() { return 3; }
__device__ int x = seed(); /* here */
__global__ void k(int *p) { *p = x; }
int main() {}
// nvcc: dynamic initialization is not supported for a __device__ variable
