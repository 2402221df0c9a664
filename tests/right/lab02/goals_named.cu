/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: a fixed grid, blocks that stride over the rows. 2.2: four named sums, B not named; rows 8
 * apart. */
#include "all_but_ex21_and_ex22.h"

__global__ void strides(float *c, const float *a, const float *b, int m, int n, int k)
{
    for (int i = blockIdx.x * blockDim.y + threadIdx.y; i < m; i += gridDim.x * blockDim.y)
        for (int j = threadIdx.x; j < n; j += blockDim.x) {
            float sum = 0;
#pragma unroll 4
            for (int p = 0; p < k; p++)
                sum = fmaf(a[i * k + p], b[p * n + j], sum);
            c[i * n + j] = sum;
        }
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    strides<<<256, dim3(64, 4)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void named(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, BLOCK_X), j = blockIdx.x % across * BLOCK_X + threadIdx.x;
    int i = blockIdx.x / across * 4 * BLOCK_Y + threadIdx.y;
    float sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0;

    if (j >= n || i >= m)
        return;
    bool has1 = i + 8 < m, has2 = i + 16 < m, has3 = i + 24 < m;
    const float *row0 = a + i * k, *row1 = has1 ? row0 + 8 * k : row0;
    const float *row2 = has2 ? row0 + 16 * k : row0, *row3 = has3 ? row0 + 24 * k : row0;
    for (int p = 0; p < k; p++) {
        sum0 += row0[p] * b[p * n + j];
        sum1 += row1[p] * b[p * n + j];
        sum2 += row2[p] * b[p * n + j];
        sum3 += row3[p] * b[p * n + j];
    }
    c[i * n + j] = sum0;
    if (has1)
        c[(i + 8) * n + j] = sum1;
    if (has2)
        c[(i + 16) * n + j] = sum2;
    if (has3)
        c[(i + 24) * n + j] = sum3;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    named<<<pieces(m, 4 * BLOCK_Y) * pieces(n, BLOCK_X), dim3(BLOCK_X, BLOCK_Y)>>>(d_c, d_a, d_b, m,
                                                                                   n, k);
}
