/* finds: uninitialized */
/* The counts of a histogram begin with whatever the memory held. */
#include "../host.h"

__global__ void histogram(unsigned int *bins, const unsigned char *text, int n)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&bins[text[i]], 1u); // HERE
}

int main(void)
{
    const int n = 4000;
    unsigned char *text = counted<unsigned char>(n);
    unsigned *bins = unset<unsigned>(256);
    histogram<<<4, 96>>>(bins, text, n);
    return end();
}
