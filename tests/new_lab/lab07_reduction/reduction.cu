/* Lab 7 - reduction: the sum of n floats
 *
 *   make lab07 && ./lab07          check every version, then time it
 *   make check07                   find races and bad addresses
 *
 * v1     one atomic addition per element             worked, read it first
 * ex71   a tree in shared memory, one per block      TODO(7.1)
 *
 * The only file you edit. It builds as it stands. reduction.h says what a launcher must do. */
#include <cuda_runtime.h>
#include "reduction.h"

#define BLOCK 256

/* ---- v1: one atomic addition per element ---------------------------------------------------- */

/* All threads add to one address, so they take turns. */
__global__ void reduction_v1_kernel(float *sum, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(sum, a[i]);
}

void reduction_v1(float *d_sum, const float *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_sum, 0, sizeof(float), 0)); /* in the stream's order, too */
    reduction_v1_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_sum, d_a, n);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex71: a tree in shared memory ---------------------------------------------------------- */

/* Ask first: how many additions does a block of 256 threads need, and how many steps? */
__global__ void reduction_ex71_kernel(float *sum, const float *a, int n)
{
    // TODO(7.1): Add the block's elements as a tree, then once to the sum. Hint: handouts,
    // section 2.
    (void)sum, (void)a, (void)n;
}

void reduction_ex71(float *d_sum, const float *d_a, int n)
{
    // TODO(7.1): Set the sum to 0, then launch a thread per element. Hint: handouts, section 2.
    (void)d_sum, (void)d_a, (void)n;
}
