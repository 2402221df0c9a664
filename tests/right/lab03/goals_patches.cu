/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 done, gpu_ex32 done */
/* 3.1: a patch of 8 x 4, tiles 32 deep, a template. 3.2: 32 x 32 tiles by 64 threads, registers
 * between, two barriers a step. */
#include "all_but_ex31_and_ex32.h"

template <int ROWS, int COLS, int DEEP>
__global__ void patch_of(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[16 * ROWS][DEEP + 1], b_tile[DEEP][16 * COLS];
    const int tx = threadIdx.x, ty = threadIdx.y, t = 16 * ty + tx;
    const int i0 = blockIdx.x / pieces(n, 16 * COLS) * 16 * ROWS;
    const int j0 = blockIdx.x % pieces(n, 16 * COLS) * 16 * COLS;
    float acc[ROWS][COLS] = {}, u[ROWS], v[COLS];

    for (int p0 = 0; p0 < k; p0 += DEEP) {
        for (int e = t; e < 16 * ROWS * DEEP; e += 256)
            a_tile[e / DEEP][e % DEEP] =
                i0 + e / DEEP < m && p0 + e % DEEP < k ? a[(i0 + e / DEEP) * k + p0 + e % DEEP] : 0;
        for (int e = t; e < 16 * COLS * DEEP; e += 256) {
            const int row = e / (16 * COLS), col = e % (16 * COLS);
            b_tile[row][col] = p0 + row < k && j0 + col < n ? b[(p0 + row) * n + j0 + col] : 0;
        }
        __syncthreads();
#pragma unroll
        for (int p = 0; p < DEEP; p++) {
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                u[r] = a_tile[ty + 16 * r][p];
#pragma unroll
            for (int s = 0; s < COLS; s++)
                v[s] = b_tile[p][tx + 16 * s];
#pragma unroll
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < COLS; s++)
                    acc[r][s] = fmaf(u[r], v[s], acc[r][s]);
        }
        __syncthreads();
    }
    for (int r = 0; r < ROWS; r++)
        for (int s = 0; s < COLS; s++)
            if (i0 + ty + 16 * r < m && j0 + tx + 16 * s < n)
                c[(i0 + ty + 16 * r) * n + j0 + tx + 16 * s] = acc[r][s];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    patch_of<8, 4, 32><<<pieces(m, 128) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}

static __device__ void four(float4 *to, const float *x, int row, int col, int rows, int cols)
{
    *to = make_float4(0, 0, 0, 0);
    if (row >= rows)
        return;
    const float *from = x + (size_t)row * cols;
    if (cols % 4 == 0 && col < cols)
        *to = *(const float4 *)(from + col);
    else {
        if (col < cols)
            to->x = from[col];
        if (col + 1 < cols)
            to->y = from[col + 1];
        if (col + 2 < cols)
            to->z = from[col + 2];
        if (col + 3 < cols)
            to->w = from[col + 3];
    }
}

__global__ void small_tiles(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[2][32][33], b_tile[2][32][33];
    int t = threadIdx.x, x = t % 8, y = t / 8, now = 0;
    int i0 = blockIdx.x / pieces(n, 32) * 32, j0 = blockIdx.x % pieces(n, 32) * 32;
    float4 next_a[4], next_b[4];
    float sum[4][4] = { { 0 } };

    for (int e = 0; e < 4; e++) {
        four(&next_a[e], a, i0 + y + 8 * e, 4 * x, m, k);
        four(&next_b[e], b, y + 8 * e, j0 + 4 * x, k, n);
    }
    for (int p0 = 0; p0 < k; p0 += 32) {
        for (int e = 0; e < 4; e++) {
            float *to = &a_tile[now][y + 8 * e][4 * x];
            to[0] = next_a[e].x, to[1] = next_a[e].y, to[2] = next_a[e].z, to[3] = next_a[e].w;
            to = &b_tile[now][y + 8 * e][4 * x];
            to[0] = next_b[e].x, to[1] = next_b[e].y, to[2] = next_b[e].z, to[3] = next_b[e].w;
        }
        __syncthreads();
        for (int e = 0; e < 4 && p0 + 32 < k; e++) {
            four(&next_a[e], a, i0 + y + 8 * e, p0 + 32 + 4 * x, m, k);
            four(&next_b[e], b, p0 + 32 + y + 8 * e, j0 + 4 * x, k, n);
        }
        for (int p = 0; p < 32; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += a_tile[now][y + 8 * r][p] * b_tile[now][p][x + 8 * s];
        __syncthreads();
        now = !now;
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + y + 8 * r < m && j0 + x + 8 * s < n)
                c[(i0 + y + 8 * r) * n + j0 + x + 8 * s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    small_tiles<<<pieces(m, 32) * pieces(n, 32), 64>>>(d_c, d_a, d_b, m, n, k);
}
