/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: a loop over columns, a block per row. 2.2: four columns of one row, 32 apart; unrolled by
 * two. */
#include "all_but_ex21_and_ex22.h"

__global__ void row_per_block(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int i = blockIdx.x; i < m; i += gridDim.x)
        for (int j = threadIdx.x; j < n; j += blockDim.x) {
            float sum = 0;
            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    row_per_block<<<m, (n < 64 ? 32 : 256)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void four_columns(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 128), i = blockIdx.x / across * 8 + threadIdx.y;
    int j = blockIdx.x % across * 128 + threadIdx.x, last = n - 1;
    float s[4] = { 0, 0, 0, 0 };

    if (i >= m)
        return;
#pragma unroll 2
    for (int p = 0; p < k; p++) {
        float x = a[i * k + p];
        const float *row = b + p * n;
        s[0] += x * row[min(j, last)];
        s[1] += x * row[min(j + 32, last)];
        s[2] += x * row[min(j + 64, last)];
        s[3] += x * row[min(j + 96, last)];
    }
    for (int e = 0; e < 4; e++)
        if (j + 32 * e < n)
            c[i * n + j + 32 * e] = s[e];
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    four_columns<<<pieces(m, 8) * pieces(n, 128), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}
