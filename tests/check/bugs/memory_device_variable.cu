/* finds: wrong-memory */
/* The host reads a variable of the device by name, without
 * cudaMemcpyFromSymbol. */
#include <stdio.h>

__device__ int total;

__global__ void count(int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&total, 1);
}

int main(void)
{
    count<<<4, 64>>>(200);
    cudaDeviceSynchronize();
    printf("%d\n", total); // HERE
    return 0;
}
