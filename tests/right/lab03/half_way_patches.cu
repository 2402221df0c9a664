/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 right half_way_patches.cu:24, gpu_ex32 right half_way_patches.cu:63 */
/* Half way. 3.1: a patch of 2 x 2. 3.2: two buffers, and A alone by float4. */
#include "all_but_ex31_and_ex32.h"

__global__ void two_by_two(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[32][16], b_tile[16][32];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = blockIdx.x / pieces(n, 32) * 32, j0 = blockIdx.x % pieces(n, 32) * 32;
    float sum[2][2] = {};

    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int e = 0; e < 32; e += 16) {
            a_tile[ty + e][tx] =
                i0 + ty + e < m && p0 + tx < k ? a[(i0 + ty + e) * k + p0 + tx] : 0;
            b_tile[ty][tx + e] =
                p0 + ty < k && j0 + tx + e < n ? b[(p0 + ty) * n + j0 + tx + e] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 2; r++)
                for (int s = 0; s < 2; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
            if (i0 + ty + 16 * r < m && j0 + tx + 16 * s < n)
                c[(i0 + ty + 16 * r) * n + j0 + tx + 16 * s] = sum[r][s];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    two_by_two<<<pieces(m, 32) * pieces(n, 32), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
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

__global__ void a_by_float4(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[2][64][16], b_tile[2][16][64];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int i0 = blockIdx.x / pieces(n, 64) * 64, j0 = blockIdx.x % pieces(n, 64) * 64;
    float sum[4][4] = {};

    for (int p0 = -16, now = 1; p0 < k; p0 += 16, now = 1 - now) {
        if (p0 + 16 < k) { /* the next pair */
            float4 v = four(a, i0 + t / 4, p0 + 16 + t % 4 * 4, m, k);
            float *to = &a_tile[1 - now][t / 4][t % 4 * 4];
            to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
            for (int e = 0; e < 64; e += 16) {
                int row = p0 + 16 + ty, col = j0 + tx + e;
                b_tile[1 - now][ty][tx + e] = row < k && col < n ? b[row * n + col] : 0;
            }
        }
        for (int p = 0; p < 16 && p0 >= 0; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += a_tile[now][ty + 16 * r][p] * b_tile[now][p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 4; s++)
            if (i0 + ty + 16 * r < m && j0 + tx + 16 * s < n)
                c[(i0 + ty + 16 * r) * n + j0 + tx + 16 * s] = sum[r][s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    a_by_float4<<<pieces(m, 64) * pieces(n, 64), 256>>>(d_c, d_a, d_b, m, n, k);
}
