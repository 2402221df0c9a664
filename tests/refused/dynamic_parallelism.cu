/* refuses: (launch inside a kernel|dynamic parallelism).*not available on the CPU device */
#include <stdio.h>

__global__ void child(int *p) { p[threadIdx.x] = threadIdx.x; }

__global__ void parent(int *p)
{
    if (threadIdx.x == 0)
        child<<<1, 32>>>(p); /* here */
}

int main()
{
    int *d;
    cudaMalloc(&d, 32 * sizeof(int));
    parent<<<1, 1>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
