/* finds: uninitialized */
/* The counts of a histogram begin with whatever the memory held. */
#include <stdio.h>

__global__ void histogram(unsigned int *bins, const unsigned char *text, int n)
{
    int stride = blockDim.x * gridDim.x;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        atomicAdd(&bins[text[i]], 1u); // HERE
}

int main(void)
{
    const int n = 4000;
    static unsigned char text[n], *d_text;
    unsigned bins[256], *d_bins;
    for (int i = 0; i < n; i++)
        text[i] = (unsigned char)(i % 256);
    cudaMalloc(&d_text, n);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemcpy(d_text, text, n, cudaMemcpyHostToDevice);
    histogram<<<4, 96>>>(d_bins, d_text, n);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    printf("%u\n", bins[0]);
    cudaFree(d_text);
    cudaFree(d_bins);
    return 0;
}
