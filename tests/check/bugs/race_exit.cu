/* finds: race */
/* The program leaves by exit() in a function; the device is reset before. */
#include <stdio.h>
#include <stdlib.h>

__device__ int count;

__global__ void add(void)
{
    count += threadIdx.x; // HERE
}

static void finish(void)
{
    cudaDeviceSynchronize();
    cudaDeviceReset();
    exit(0);
}

int main(void)
{
    add<<<1, 32>>>();
    finish();
    return 3;
}
