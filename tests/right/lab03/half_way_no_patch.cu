/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex31 right, gpu_ex32 right half_way_no_patch.cu:43 */
/* 3.1: the answer at the shape that the sheet names, else v1. 3.2: float4 and two buffers, but each
 * thread computes one element. */
#include "all_but_ex31_and_ex32.h"

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    (m == 256 && n == 256 && k == 256 ? answer_ex31 : matmul_tiled_v1)(d_c, d_a, d_b, m, n, k);
}

static __device__ void copy_tile(float to[32][36], const float *x, int row0, int col0, int rows,
                                 int cols)
{
    int t = threadIdx.y * 32 + threadIdx.x, row = row0 + t / 8, col = col0 + t % 8 * 4;

    if (t >= 256)
        return;
    if (cols % 4 == 0 && row < rows && col < cols) {
        *(float4 *)&to[t / 8][t % 8 * 4] = *(const float4 *)&x[row * cols + col];
        return;
    }
    for (int e = 0; e < 4; e++)
        to[t / 8][t % 8 * 4 + e] = row < rows && col + e < cols ? x[row * cols + col + e] : 0;
}

__global__ void one_element(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __align__(16) float a_tile[2][32][36], b_tile[2][32][36];
    int tx = threadIdx.x, ty = threadIdx.y, now = 0;
    int i0 = blockIdx.x / pieces(n, 32) * 32, j0 = blockIdx.x % pieces(n, 32) * 32;
    float sum = 0;

    copy_tile(a_tile[0], a, i0, 0, m, k);
    copy_tile(b_tile[0], b, 0, j0, k, n);
    __syncthreads();
    for (int p0 = 32; p0 < k + 32; p0 += 32, now = 1 - now) {
        if (p0 < k) {
            copy_tile(a_tile[1 - now], a, i0, p0, m, k);
            copy_tile(b_tile[1 - now], b, p0, j0, k, n);
        }
        for (int p = 0; p < 32; p++)
            sum += a_tile[now][ty][p] * b_tile[now][p][tx];
        __syncthreads();
    }
    if (i0 + ty < m && j0 + tx < n)
        c[(i0 + ty) * n + j0 + tx] = sum;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    one_element<<<pieces(m, 32) * pieces(n, 32), dim3(32, 32)>>>(d_c, d_a, d_b, m, n, k);
}
