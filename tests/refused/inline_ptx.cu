/* refuses: (PTX|asm).*not available on the CPU device */
#include <stdio.h>

__device__ unsigned lane_id()
{
    unsigned r;
    asm("brev.b32 %0, %1;" : "=r"(r) : "r"(threadIdx.x)); /* here */
    return r;
}

__global__ void lanes(unsigned *out) { out[threadIdx.x] = lane_id(); }

int main()
{
    unsigned *d;
    cudaMalloc(&d, 32 * sizeof *d);
    lanes<<<1, 32>>>(d);
    return cudaDeviceSynchronize() != cudaSuccess;
}
