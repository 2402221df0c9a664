/* Lab 7 - histogram. The answer.
 *
 *   make solution07 && ./solution07 */
#include <cuda_runtime.h>
#include "histogram.h"

#define BLOCK 256
#define GRID  64

__global__ void histogram_v1_kernel(unsigned *bins, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(&bins[a[i] & (BINS - 1)], 1);
}

void histogram_v1(unsigned *d_bins, const int *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof(*d_bins), 0));
    histogram_v1_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_bins, d_a, n);
    CUDA_CHECK(cudaGetLastError());
}

/* Only threads of one block take turns, at memory that is near; each block adds its 256 bins to the
 * grid's once. A block has as many threads as there are bins: thread t looks after bin t. */
__global__ void histogram_ex71_kernel(unsigned *bins, const int *a, int n)
{
    __shared__ unsigned own[BINS];
    int t = threadIdx.x, threads = gridDim.x * blockDim.x;

    own[t] = 0;
    __syncthreads();
    for (int i = blockIdx.x * blockDim.x + t; i < n; i += threads)
        atomicAdd(&own[a[i] & (BINS - 1)], 1);
    __syncthreads();
    if (own[t] > 0)
        atomicAdd(&bins[t], own[t]);
}

void histogram_ex71(unsigned *d_bins, const int *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof(*d_bins), 0));
    histogram_ex71_kernel<<<GRID, BLOCK>>>(d_bins, d_a, n);
    CUDA_CHECK(cudaGetLastError());
}
