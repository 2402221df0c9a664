/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: blocks of 16 x 16. 2.2: a patch of 2 x 2, rows and columns a block apart. */
#include "all_but_ex21_and_ex22.h"

__global__ void squares(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = (n - 1) / 16 + 1;
    int row = blockIdx.x / across * 16 + threadIdx.y, col = blockIdx.x % across * 16 + threadIdx.x;

    if (row < m && col < n) {
        float acc = 0.0f;
        for (int e = 0; e < k; ++e)
            acc += a[row * k + e] * b[e * n + col];
        c[row * n + col] = acc;
    }
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    squares<<<((m - 1) / 16 + 1) * ((n - 1) / 16 + 1), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void two_by_two(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = (n + 63) / 64;
    int i0 = blockIdx.x / across * 16 + threadIdx.y, i1 = i0 + 8;
    int j0 = blockIdx.x % across * 64 + threadIdx.x, j1 = j0 + 32;
    int i_0 = min(i0, m - 1), i_1 = min(i1, m - 1), j_0 = min(j0, n - 1), j_1 = min(j1, n - 1);
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;

    for (int p = 0; p < k; p++) {
        float a0 = a[i_0 * k + p], a1 = a[i_1 * k + p];
        float b0 = b[p * n + j_0], b1 = b[p * n + j_1];
        s00 += a0 * b0;
        s01 += a0 * b1;
        s10 += a1 * b0;
        s11 += a1 * b1;
    }
    if (i0 < m && j0 < n)
        c[i0 * n + j0] = s00;
    if (i0 < m && j1 < n)
        c[i0 * n + j1] = s01;
    if (i1 < m && j0 < n)
        c[i1 * n + j0] = s10;
    if (i1 < m && j1 < n)
        c[i1 * n + j1] = s11;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    two_by_two<<<((m + 15) / 16) * ((n + 63) / 64), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}
