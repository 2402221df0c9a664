/* finds: race */
/* Histogram in global memory with a plain ++: threads of all blocks lose each other's counts. */
#include <stdio.h>
#include <stdlib.h>

__global__ void histogram(int *bins, const unsigned char *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        bins[data[i]]++; // HERE
}

int main(void)
{
    const int n = 5000;
    unsigned char *data = (unsigned char *)malloc(n), *d_data;
    int bins[256], *d_bins, total = 0;
    for (int i = 0; i < n; i++)
        data[i] = (unsigned char)(i * 37 >> 3);
    cudaMalloc((void **)&d_data, n);
    cudaMalloc((void **)&d_bins, sizeof bins);
    cudaMemcpy(d_data, data, n, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof bins);
    histogram<<<(n + 255) / 256, 256>>>(d_bins, d_data, n);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 256; i++)
        total += bins[i];
    printf("%d of %d counted\n", total, n);
    cudaFree(d_data);
    cudaFree(d_bins);
    free(data);
    return 0;
}
