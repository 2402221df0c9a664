/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 right half_way_buffers.cu:15, gpu_ex32 right half_way_buffers.cu:38 */
/* Half way. 3.1: a patch, but from global memory. 3.2: float4, but one buffer. */
#include "all_but_ex31_and_ex32.h"

__global__ void no_tiles(float *c, const float *a, const float *b, int m, int n, int k)
{
    int j0 = blockIdx.x % pieces(n, 64) * 64 + 4 * threadIdx.x;
    int i0 = blockIdx.x / pieces(n, 64) * 64 + 4 * threadIdx.y;
    float sum[4][4] = {};

    for (int p = 0; p < k; p++) {
        float u[4], v[4];
        for (int e = 0; e < 4; e++)
            u[e] = a[min(i0 + e, m - 1) * k + p];
        for (int e = 0; e < 4; e++)
            v[e] = b[p * n + min(j0 + e, n - 1)];
        for (int r = 0; r < 4; r++)
            for (int s = 0; s < 4; s++)
                sum[r][s] += u[r] * v[s];
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + r < m && j0 + s < n)
                c[(i0 + r) * n + j0 + s] = sum[r][s];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    no_tiles<<<pieces(m, 64) * pieces(n, 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}

static __device__ float4 four(const float *x, int row, int col, int rows, int cols)
{
    float v[4];

    if (cols % 4 == 0 && row < rows && col < cols)
        return *(const float4 *)(x + row * cols + col);
    for (int e = 0; e < 4; e++)
        v[e] = row < rows && col + e < cols ? x[row * cols + col + e] : 0;
    return make_float4(v[0], v[1], v[2], v[3]);
}

__global__ void one_buffer(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __align__(16) float a_tile[64][16], b_tile[16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int i0 = blockIdx.x / pieces(n, 64) * 64, j0 = blockIdx.x % pieces(n, 64) * 64;
    float sum[4][4] = {};

    for (int p0 = 0; p0 < k; p0 += 16) {
        *(float4 *)&a_tile[t / 4][t % 4 * 4] = four(a, i0 + t / 4, p0 + t % 4 * 4, m, k);
        *(float4 *)&b_tile[ty][4 * tx] = four(b, p0 + ty, j0 + 4 * tx, k, n);
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + ty + 16 * r < m && j0 + tx + 16 * s < n)
                c[(i0 + ty + 16 * r) * n + j0 + tx + 16 * s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    one_buffer<<<pieces(m, 64) * pieces(n, 64), 256>>>(d_c, d_a, d_b, m, n, k);
}
