/* finds: race */
/* Histogram in global memory with a plain ++: threads of all blocks lose each other's counts. */
#include "../host.h"

__global__ void histogram(int *bins, const unsigned char *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bins[data[i]]++; // HERE
}

int main(void)
{
    const int n = 5000;
    unsigned char *data = made<unsigned char>(n, [](int i) { return i * 37 >> 3; });
    int *bins = zeros<int>(256);
    histogram<<<(n + 255) / 256, 256>>>(bins, data, n);
    return end();
}
