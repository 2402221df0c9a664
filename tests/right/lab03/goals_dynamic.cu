/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 done, gpu_ex32 done */
/* 3.1: 8 x 4 patches, 128 threads in a row, A transposed. 3.2: one dynamic array of shared
 * memory, the next pair in registers across the product, 4 x 4. */
#include "all_but_ex31_and_ex32.h"

#define ROWS 8
#define COLS 4

__global__ void eight_by_four(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[8][64 + 1], bs[8][64];
    const int t = threadIdx.x, tr = t / 16, tc = t % 16;
    const int rb = blockIdx.x / pieces(n, 64) * 64, cb = blockIdx.x % pieces(n, 64) * 64;
    float acc[ROWS * COLS] = { 0.0f }, ra[ROWS], rbv[COLS];

    for (int bk = 0; bk < k; bk += 8) {
        for (int e = t; e < 512; e += 128) {
            int i = e / 8, j = e % 8;
            as[j][i] = (rb + i < m && bk + j < k) ? a[(rb + i) * k + bk + j] : 0.0f;
        }
        for (int e = t; e < 512; e += 128) {
            int i = e / 64, j = e % 64;
            bs[i][j] = (bk + i < k && cb + j < n) ? b[(bk + i) * n + cb + j] : 0.0f;
        }
        __syncthreads();
        for (int d = 0; d < 8; ++d) {
            for (int i = 0; i < ROWS; ++i)
                ra[i] = as[d][tr * ROWS + i];
            for (int i = 0; i < COLS; ++i)
                rbv[i] = bs[d][tc * COLS + i];
            for (int i = 0; i < ROWS; ++i)
                for (int j = 0; j < COLS; ++j)
                    acc[i * COLS + j] += ra[i] * rbv[j];
        }
        __syncthreads();
    }
    for (int i = 0; i < ROWS; ++i)
        for (int j = 0; j < COLS; ++j) {
            int row = rb + tr * ROWS + i, col = cb + tc * COLS + j;
            if (row < m && col < n)
                c[row * n + col] = acc[i * COLS + j];
        }
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    eight_by_four<<<pieces(m, 64) * pieces(n, 64), 128>>>(d_c, d_a, d_b, m, n, k);
}

static __device__ void fetch(float out[4], const float *x, int r, int s, int rows, int cols)
{
    if (cols % 4 == 0 && r < rows && s < cols) {
        *(float4 *)out = *(const float4 *)(x + r * cols + s);
    } else {
        for (int e = 0; e < 4; e++)
            out[e] = r < rows && s + e < cols ? x[r * cols + s + e] : 0;
    }
}

__global__ void dynamic(float *c, const float *a, const float *b, int m, int n, int k)
{
    extern __shared__ float4 pool[];
    float *at = (float *)pool, *bt = at + 2 * 64 * 16; /* two tiles of each */
    int x = threadIdx.x, y = threadIdx.y, t = 16 * y + x, side = 0;
    int i0 = blockIdx.x / pieces(n, 64) * 64, j0 = blockIdx.x % pieces(n, 64) * 64;
    __align__(16) float an[4], bn[4];
    float sum[4][4] = {};

    fetch(an, a, i0 + t / 4, t % 4 * 4, m, k);
    fetch(bn, b, t / 16, j0 + t % 16 * 4, k, n);
    for (int e = 0; e < 4; e++)
        at[(t % 4 * 4 + e) * 64 + t / 4] = an[e], bt[t / 16 * 64 + t % 16 * 4 + e] = bn[e];
    __syncthreads();
    for (int p0 = 16; p0 < k + 16; p0 += 16) {
        const float *a_now = at + side * 1024, *b_now = bt + side * 1024;
        float *a_then = at + (1 - side) * 1024, *b_then = bt + (1 - side) * 1024;
        if (p0 < k) {
            fetch(an, a, i0 + t / 4, p0 + t % 4 * 4, m, k);
            fetch(bn, b, p0 + t / 16, j0 + t % 16 * 4, k, n);
        }
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++) {
                float left = a_now[p * 64 + y + 16 * r];
                for (int s = 0; s < 4; s++)
                    sum[r][s] += left * b_now[p * 64 + x + 16 * s];
            }
        if (p0 < k)
            for (int e = 0; e < 4; e++) {
                a_then[(t % 4 * 4 + e) * 64 + t / 4] = an[e];
                b_then[t / 16 * 64 + t % 16 * 4 + e] = bn[e];
            }
        __syncthreads();
        side = !side;
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + y + 16 * r < m && j0 + x + 16 * s < n)
                c[(i0 + y + 16 * r) * n + j0 + x + 16 * s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dynamic<<<pieces(m, 64) * pieces(n, 64), dim3(16, 16), 4 * 1024 * sizeof(float)>>>(
        d_c, d_a, d_b, m, n, k);
}
