/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 done, gpu_ex32 done */
/* 3.1: 64 threads, 32 x 32 with 4 x 4. 3.2: 16 bytes at a time by __pipeline_memcpy_async, three
 * stages. */
#include "all_but_ex31_and_ex32.h"
#include <cuda_pipeline.h>

__global__ void small_block(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float as[32][9], bs[8][32];
    int across = pieces(n, 32), t = threadIdx.x, tx = t % 8, ty = t / 8;
    int i0 = blockIdx.x / across * 32, j0 = blockIdx.x % across * 32;
    float sum[4][4] = {};
    for (int p0 = 0; p0 < k; p0 += 8) {
        for (int e = 0; e < 4; e++) {
            int i = i0 + ty + 8 * e, j = j0 + tx + 8 * e;
            as[ty + 8 * e][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
            bs[ty][tx + 8 * e] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 8; p++) {
            float y0 = bs[p][tx], y1 = bs[p][tx + 8], y2 = bs[p][tx + 16], y3 = bs[p][tx + 24];
            for (int r = 0; r < 4; r++) {
                float x = as[ty + 8 * r][p];
                sum[r][0] += x * y0;
                sum[r][1] += x * y1;
                sum[r][2] += x * y2;
                sum[r][3] += x * y3;
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++) {
            int i = i0 + ty + 8 * r, j = j0 + tx + 8 * s;
            if (i < m && j < n)
                c[i * n + j] = sum[r][s];
        }
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    small_block<<<pieces(m, 32) * pieces(n, 32), 64>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

static __device__ void copy_quad(float *to, const float *x, int row, int col, int rows, int cols)
{
    if (cols % 4 == 0 && row < rows && col + 3 < cols) {
        __pipeline_memcpy_async(to, &x[row * cols + col], 16);
        return;
    }
    for (int e = 0; e < 4; e++)
        to[e] = row < rows && col + e < cols ? x[row * cols + col + e] : 0;
}

__global__ void three_stages(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __align__(16) float as[3][64][16];
    __shared__ __align__(16) float bs[3][16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16, steps = pieces(k, 16);
    int i0 = blockIdx.x / pieces(n, 64) * 64, j0 = blockIdx.x % pieces(n, 64) * 64;
    float sum[4][4] = { { 0 } };

    for (int s = 0; s < 2; s++) {
        if (s < steps) {
            copy_quad(&as[s][t / 4][t % 4 * 4], a, i0 + t / 4, 16 * s + t % 4 * 4, m, k);
            copy_quad(&bs[s][t / 16][t % 16 * 4], b, 16 * s + t / 16, j0 + t % 16 * 4, k, n);
        }
        __pipeline_commit();
    }
    for (int s = 0; s < steps; s++) {
        __pipeline_wait_prior(1);
        __syncthreads();
        if (s + 2 < steps) {
            int to = (s + 2) % 3;
            copy_quad(&as[to][t / 4][t % 4 * 4], a, i0 + t / 4, 16 * (s + 2) + t % 4 * 4, m, k);
            copy_quad(&bs[to][t / 16][t % 16 * 4], b, 16 * (s + 2) + t / 16, j0 + t % 16 * 4, k, n);
        }
        __pipeline_commit();
        for (int p = 0; p < 16; p++) {
            float x[4], y[4];
            for (int e = 0; e < 4; e++)
                x[e] = as[s % 3][ty + 16 * e][p], y[e] = bs[s % 3][p][tx + 16 * e];
            for (int e = 0; e < 16; e++)
                sum[e / 4][e % 4] += x[e / 4] * y[e % 4];
        }
    }
    for (int e = 0; e < 16; e++)
        if (i0 + ty + e / 4 * 16 < m && j0 + tx + e % 4 * 16 < n)
            c[(i0 + ty + e / 4 * 16) * n + j0 + tx + e % 4 * 16] = sum[e / 4][e % 4];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    three_stages<<<pieces(m, 64) * pieces(n, 64), 256>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
