/* expects: gpu_ex31 ok */
/* A block takes the next tile that nobody has taken: which tiles the first blocks make depends on
 * how many there are, and the last block need not make the last tile. */
#include "../../wrong/lab03/all_but_ex31.h"

__device__ unsigned taken;

__global__ void takes_numbers(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ unsigned number;

    if (threadIdx.x == 0)
        number = gridDim.x - 1 - atomicAdd(&taken, 1);
    __syncthreads();
    size_t e = (size_t)number * blockDim.x + threadIdx.x;
    if (e >= (size_t)m * n)
        return;
    float sum = 0;
    for (int p = 0; p < k; p++)
        sum += a[e / n * k + p] * b[(size_t)p * n + e % n];
    c[e] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    void *d_taken;

    cudaGetSymbolAddress(&d_taken, taken);
    cudaMemsetAsync(d_taken, 0, sizeof(taken));
    takes_numbers<<<((size_t)m * n + 63) / 64, 64>>>(d_c, d_a, d_b, m, n, k);
}
