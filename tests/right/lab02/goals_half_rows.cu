/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: blocks of 16 x 16, so a warp has two half rows. 2.2: eight rows, an array, a template. */
#include "all_but_ex21_and_ex22.h"

__global__ void half_rows(float *c, const float *a, const float *b, int m, int n, int k)
{
    const int across = (n + 15) / 16;
    const int y = blockIdx.x / across * 16 + threadIdx.y,
              x = blockIdx.x % across * 16 + threadIdx.x;
    if (y < m && x < n) {
        const float *row = a + (size_t)y * k, *column = b + x;
        float even = 0, odd = 0;
        for (int p = 0; p < k; p++, column += n)
            (p % 2 ? odd : even) += row[p] * *column;
        c[(size_t)y * n + x] = even + odd;
    }
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    half_rows<<<(m + 15) / 16 * ((n + 15) / 16), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}

template <int R> __global__ void tall(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 64), j = blockIdx.x % across * 64 + threadIdx.x;
    int first = blockIdx.x / across * R;
    float sum[R] = {};

    if (j >= n)
        return;
    for (int p = 0; p < k; p++) {
        float v = b[p * n + j];
#pragma unroll
        for (int r = 0; r < R; r++)
            if (first + r < m)
                sum[r] += a[(first + r) * k + p] * v;
    }
    for (int r = 0; r < R; r++)
        if (first + r < m)
            c[(first + r) * n + j] = sum[r];
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    tall<8><<<pieces(m, 8) * pieces(n, 64), 64>>>(d_c, d_a, d_b, m, n, k);
}
