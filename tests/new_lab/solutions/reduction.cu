/* Lab 7 - reduction. The answer.
 *
 *   make solution07 && ./solution07 */
#include <cuda_runtime.h>
#include "reduction.h"

#define BLOCK 256

__global__ void reduction_v1_kernel(float *sum, const float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        atomicAdd(sum, a[i]);
}

void reduction_v1(float *d_sum, const float *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_sum, 0, sizeof(float), 0));
    reduction_v1_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_sum, d_a, n);
    CUDA_CHECK(cudaGetLastError());
}

/* Half of the threads add the other half's elements, then half of these, and so on. */
__global__ void reduction_ex71_kernel(float *sum, const float *a, int n)
{
    __shared__ float part[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;

    part[t] = i < n ? a[i] : 0;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            part[t] += part[t + half];
    }
    if (t == 0)
        atomicAdd(sum, part[0]);
}

void reduction_ex71(float *d_sum, const float *d_a, int n)
{
    CUDA_CHECK(cudaMemsetAsync(d_sum, 0, sizeof(float), 0));
    reduction_ex71_kernel<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_sum, d_a, n);
    CUDA_CHECK(cudaGetLastError());
}
