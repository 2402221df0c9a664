/* finds: race */
/* Histogram per block in shared memory: a plain += although two threads may meet in a bin. */
#include "../host.h"

#define BINS 16

__global__ void histogram(unsigned *bins, const int *data, int n)
{
    __shared__ unsigned local[BINS];
    if (threadIdx.x < BINS)
        local[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        local[data[i] % BINS] += 1; // HERE
    __syncthreads();
    if (threadIdx.x < BINS)
        atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main(void)
{
    const int n = 3200;
    int *data = counted<int>(n);
    unsigned *bins = zeros<unsigned>(BINS);
    histogram<<<4, 128>>>(bins, data, n);
    return end(at(bins, 7) != 200);
}
