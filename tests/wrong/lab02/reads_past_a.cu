/* in the long tests, expects: gpu_ex22 WRONG an illegal memory access was encountered */
/* only the CPU device can tell */
/* Guards the stores alone: rows of A past the last one are read, and what comes of them is lost. */
#include "all_but_ex22.h"

__global__ void four_rows(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = 4 * (blockIdx.x * blockDim.y + threadIdx.y);
    int j = blockIdx.y * blockDim.x + threadIdx.x;
    float sum[4] = {};

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        for (int s = 0; s < 4; s++)
            sum[s] += a[(size_t)(i + s) * k + p] * b[(size_t)p * n + j];
    for (int s = 0; s < 4 && i + s < m; s++)
        c[(size_t)(i + s) * n + j] = sum[s];
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 block(32, 8), blocks((m + 31) / 32, (n + 31) / 32);

    if (blocks.y > 65535)
        matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
    else
        four_rows<<<blocks, block>>>(d_c, d_a, d_b, m, n, k);
}
