/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 done, gpu_ex32 done */
/* 3.1: named sums for four rows, float4 for four columns. 3.2: tiles of 32 x 32 in three buffers,
 * 2 x 2 patches. */
#include "all_but_ex31_and_ex32.h"

__global__ void named_sums(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[64][16];
    __shared__ float4 b_tile[16][16];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = blockIdx.x / pieces(n, 64) * 64, j = blockIdx.x % pieces(n, 64) * 64 + 4 * tx;
    float4 s0 = {}, s1 = {}, s2 = {}, s3 = {};
#define ADD(s, row)                                                                                \
    {                                                                                              \
        float left = a_tile[row][p];                                                               \
        s.x += left * right.x, s.y += left * right.y, s.z += left * right.z,                       \
            s.w += left * right.w;                                                                 \
    }
#define STORE(s, row)                                                                              \
    if (i0 + (row) < m) {                                                                          \
        float *to = c + (i0 + (row)) * n + j;                                                      \
        if (j < n)                                                                                 \
            to[0] = s.x;                                                                           \
        if (j + 1 < n)                                                                             \
            to[1] = s.y;                                                                           \
        if (j + 2 < n)                                                                             \
            to[2] = s.z;                                                                           \
        if (j + 3 < n)                                                                             \
            to[3] = s.w;                                                                           \
    }

    for (int step = 0; step * 16 < k; step++) {
        int p = step * 16 + tx, q = step * 16 + ty;
        for (int r = ty; r < 64; r += 16)
            a_tile[r][tx] = i0 + r < m && p < k ? a[(i0 + r) * k + p] : 0;
        b_tile[ty][tx].x = q < k && j < n ? b[q * n + j] : 0;
        b_tile[ty][tx].y = q < k && j + 1 < n ? b[q * n + j + 1] : 0;
        b_tile[ty][tx].z = q < k && j + 2 < n ? b[q * n + j + 2] : 0;
        b_tile[ty][tx].w = q < k && j + 3 < n ? b[q * n + j + 3] : 0;
        __syncthreads();
        for (p = 0; p < 16; p++) {
            float4 right = b_tile[p][tx];
            ADD(s0, ty)
            ADD(s1, ty + 16)
            ADD(s2, ty + 32)
            ADD(s3, ty + 48)
        }
        __syncthreads();
    }
    STORE(s0, ty)
    STORE(s1, ty + 16)
    STORE(s2, ty + 32)
    STORE(s3, ty + 48)
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    named_sums<<<pieces(m, 64) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}

static __device__ void copy_four(float to[4], const float *from, int row, int col, int rows,
                                 int cols)
{
    if (row < rows && col + 3 < cols && cols % 4 == 0) {
        float4 v = *(const float4 *)&from[row * cols + col];
        to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
        return;
    }
    for (int e = 0; e < 4; e++)
        to[e] = row < rows && col + e < cols ? from[row * cols + col + e] : 0;
}

__global__ void small_patches(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[3][32][33], b_tile[3][32][32];
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * 16 + tx, row = t / 8, col = t % 8 * 4;
    int i0 = blockIdx.x / pieces(n, 32) * 32, j0 = blockIdx.x % pieces(n, 32) * 32;
    float s00 = 0, s01 = 0, s10 = 0, s11 = 0;

    for (int first = 0; first < 2; first++) {
        copy_four(&a_tile[first][row][col], a, i0 + row, 32 * first + col, m, k);
        copy_four(&b_tile[first][row][col], b, 32 * first + row, j0 + col, k, n);
    }
    for (int step = 0; step < pieces(k, 32); step++) {
        int now = step % 3, next = (step + 2) % 3, p0 = 32 * step + 64;
        __syncthreads();
        if (p0 < k) {
            copy_four(&a_tile[next][row][col], a, i0 + row, p0 + col, m, k);
            copy_four(&b_tile[next][row][col], b, p0 + row, j0 + col, k, n);
        }
        for (int p = 0; p < 32; p++) {
            float a0 = a_tile[now][ty][p], a1 = a_tile[now][ty + 16][p];
            float b0 = b_tile[now][p][tx], b1 = b_tile[now][p][tx + 16];
            s00 += a0 * b0, s01 += a0 * b1, s10 += a1 * b0, s11 += a1 * b1;
        }
    }
    int i = i0 + ty, j = j0 + tx;
    if (i < m && j < n)
        c[i * n + j] = s00;
    if (i < m && j + 16 < n)
        c[i * n + j + 16] = s01;
    if (i + 16 < m && j < n)
        c[(i + 16) * n + j] = s10;
    if (i + 16 < m && j + 16 < n)
        c[(i + 16) * n + j + 16] = s11;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    small_patches<<<pieces(m, 32) * pieces(n, 32), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
