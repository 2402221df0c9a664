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
    const int n = 5003;
    static unsigned char data[n];
    static unsigned want[256];
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        data[i] = (unsigned char)(i * i >> 4);
        want[data[i]]++;
    }
    unsigned char *d_data = copy_of(data, n);
    unsigned *d_bins = zeros<unsigned>(256);
    histogram<<<5, 96>>>(d_bins, d_data, n);
    const unsigned *bins = in_host(d_bins, 256);
    for (int i = 0; i < 256; i++)
        wrong += bins[i] != want[i];
    return end(wrong);
}
