/* Histogram: shared atomics within the block, global atomics to add the blocks up. */
#include "../host.h"

__global__ void histogram(unsigned *bins, const unsigned char *data, int n)
{
    __shared__ unsigned local[256];
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        local[b] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        atomicAdd(&local[data[i]], 1u);
    __syncthreads();
    for (int b = threadIdx.x; b < 256; b += blockDim.x)
        if (local[b])
            atomicAdd(&bins[b], local[b]);
}

int main(void)
{
    const int n = 5120;
    unsigned char *data = made<unsigned char>(n, [](int i) { return i * 37; });
    unsigned *bins = zeros<unsigned>(256);
    histogram<<<5, 96>>>(bins, data, n);
    return end(differ(bins, 256, [](int) { return n / 256; }));
}
