/* warns: a variable of the device, "count", cannot be used directly in a function of the host */
/* The host has a variable of its own by the name of a variable of the device, which stays 0. */
#include <stdio.h>
#include <cuda_runtime.h>

__device__ int count = 0;

__global__ void k() { atomicAdd(&count, 1); }

int main(void)
{
    int there = -1;
    k<<<1, 5>>>();
    cudaDeviceSynchronize();
    int here = count; /* here */
    cudaMemcpyFromSymbol(&there, count, sizeof there);
    printf("%d %d\n", here, there);
    return here != 0 || there != 5 || count || (there && count);
}
