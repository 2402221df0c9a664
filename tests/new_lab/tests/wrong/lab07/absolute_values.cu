/* expects: gpu_v1 WRONG bins\[[0-9]+\] = [0-9]+, expected */
/* Counts -1 as 1. */
#define histogram_v1 histogram_v1_right
#include "../../../solutions/histogram.cu"
#undef histogram_v1

__global__ void count_absolute(unsigned *bins, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(&bins[abs(a[i]) & (BINS - 1)], 1);
}

void histogram_v1(unsigned *d_bins, const int *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof(*d_bins), 0));
    count_absolute<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_bins, d_a, n);
}
