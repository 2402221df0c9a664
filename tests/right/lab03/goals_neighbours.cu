/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 done, gpu_ex32 done */
/* 3.1: no arrays a_p and b_p, four neighbours each. 3.2: tiles of 64 x 64, the next pair straight
 * into the other buffer. */
#include "all_but_ex31_and_ex32.h"

__global__ void neighbours(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float at[64][17], bt[16][64];
    int across = (n + 63) / 64, i0 = blockIdx.x / across * 64, j0 = blockIdx.x % across * 64;
    int t = threadIdx.y * 16 + threadIdx.x;
    float sum[4][4] = {};

    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int e = t; e < 1024; e += 256) {
            int r = e / 16, s = e % 16;
            at[r][s] = i0 + r < m && p0 + s < k ? a[(i0 + r) * k + p0 + s] : 0.f;
            r = e / 64, s = e % 64;
            bt[r][s] = p0 + r < k && j0 + s < n ? b[(p0 + r) * n + j0 + s] : 0.f;
        }
        __syncthreads();
        for (int p = 0; p < 16; ++p)
            for (int r = 0; r < 4; ++r)
                for (int s = 0; s < 4; ++s)
                    sum[r][s] += at[threadIdx.y * 4 + r][p] * bt[p][threadIdx.x * 4 + s];
        __syncthreads();
    }
    for (int r = 0; r < 4; ++r)
        for (int s = 0; s < 4; ++s) {
            int i = i0 + threadIdx.y * 4 + r, j = j0 + threadIdx.x * 4 + s;
            if (i < m && j < n)
                c[i * n + j] = sum[r][s];
        }
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    neighbours<<<((m + 63) / 64) * ((n + 63) / 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}

static __device__ float4 quad(const float *x, int row, int col, int rows, int cols)
{
    float v[4];
    if (row < rows && col < cols && cols % 4 == 0)
        return *reinterpret_cast<const float4 *>(&x[row * cols + col]);
    for (int e = 0; e < 4; e++)
        v[e] = row < rows && col + e < cols ? x[row * cols + col + e] : 0;
    return make_float4(v[0], v[1], v[2], v[3]);
}

__global__ void two_buffers(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float4 at[2][64][4], bt[2][16][16];
    int across = (n + 63) / 64, i0 = blockIdx.x / across * 64, j0 = blockIdx.x % across * 64;
    int t = threadIdx.x, x = t % 16, y = t / 16, now = 0;
    float4 sum[4];

    for (int r = 0; r < 4; r++)
        sum[r] = make_float4(0, 0, 0, 0);
    at[0][t / 4][t % 4] = quad(a, i0 + t / 4, t % 4 * 4, m, k);
    bt[0][y][x] = quad(b, y, j0 + 4 * x, k, n);
    __syncthreads();
    for (int p0 = 0; p0 < k; p0 += 16) {
        if (p0 + 16 < k) {
            at[now ^ 1][t / 4][t % 4] = quad(a, i0 + t / 4, p0 + 16 + t % 4 * 4, m, k);
            bt[now ^ 1][y][x] = quad(b, p0 + 16 + y, j0 + 4 * x, k, n);
        }
        for (int p = 0; p < 16; p++) {
            float4 v = bt[now][p][x];
            for (int r = 0; r < 4; r++) {
                float u = ((const float *)at[now][y + 16 * r])[p];
                sum[r].x += u * v.x, sum[r].y += u * v.y, sum[r].z += u * v.z, sum[r].w += u * v.w;
            }
        }
        __syncthreads();
        now ^= 1;
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + y + 16 * r < m && j0 + 4 * x + s < n)
                c[(i0 + y + 16 * r) * n + j0 + 4 * x + s] = ((float *)&sum[r])[s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    two_buffers<<<((m + 63) / 64) * ((n + 63) / 64), 256>>>(d_c, d_a, d_b, m, n, k);
}
