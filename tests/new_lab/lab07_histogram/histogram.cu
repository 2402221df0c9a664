/* Lab 7 - histogram: how often each of 256 values comes up
 *
 *   make lab07 && ./lab07          check every version, then time it
 *   make check07                   find races and bad addresses
 *
 * v1     one atomic addition in device memory per element     worked, read it first
 * ex71   a histogram per block, in shared memory              TODO(7.1)
 *
 * The only file you edit. It builds as it stands. histogram.h says what a launcher must do. */
#include <cuda_runtime.h>
#include "histogram.h"

#define BLOCK 256

/* ---- v1: one atomic addition in device memory per element ----------------------------------- */

/* Threads whose elements fall into one bin take turns at its address. Of equal elements that are
 * all threads of the grid. */
__global__ void histogram_v1_kernel(unsigned *bins, const int *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(&bins[a[i] & (BINS - 1)], 1);
}

void histogram_v1(unsigned *d_bins, const int *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_bins, 0, BINS * sizeof(*d_bins), 0)); /* before the kernel */
    histogram_v1_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_bins, d_a, n);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex71: a histogram per block, in shared memory ------------------------------------------ */

/* Ask first: how many threads take turns at one address of shared memory, and how many additions in
 * device memory are left if a block counts 16,384 elements? */
__global__ void histogram_ex71_kernel(unsigned *bins, const int *a, int n)
{
    // TODO(7.1): Count in bins of the block, then add these up. Hint: handouts, section 2.
    (void)bins, (void)a, (void)n;
}

void histogram_ex71(unsigned *d_bins, const int *d_a, int n)
{
    // TODO(7.1): Set the bins to 0, then launch a fixed grid. Hint: handouts, section 2.
    (void)d_bins, (void)d_a, (void)n;
}
