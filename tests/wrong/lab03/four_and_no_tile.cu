/* in the long tests, expects: gpu_ex32 WRONG never written */
/* Where four divides n, a kernel for whole tiles of 16 columns. */
#include "all_but_ex32.h"
#define P64(I, J)                                                                                  \
    __shared__ float a_tile[64][16], b_tile[16][64];                                               \
    int tx = threadIdx.x, ty = threadIdx.y, i0 = (I)*64 + ty, j0 = (J)*64 + tx;                    \
    float sum[4][4] = {};                                                                          \
    for (int p0 = 0; p0 < k; p0 += 16) {                                                           \
        for (int e = 0; e < 64; e += 16) {                                                         \
            a_tile[ty + e][tx] = i0 + e < m && p0 + tx < k ? a[(i0 + e) * k + p0 + tx] : 0;        \
            b_tile[ty][tx + e] = p0 + ty < k && j0 + e < n ? b[(p0 + ty) * n + j0 + e] : 0;        \
        }                                                                                          \
        __syncthreads();                                                                           \
        for (int p = 0; p < 16; p++)                                                               \
            for (int r = 0; r < 4; r++)                                                            \
                for (int s = 0; s < 4; s++)                                                        \
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];                  \
        __syncthreads();                                                                           \
    }

__global__ void g(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float x[16][16], y[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, across = n / 16;
    int i = blockIdx.x / across * 16 + ty, j = blockIdx.x % across * 16 + tx;
    float s = 0;
    for (int p0 = 0; p0 < k; p0 += 16) {
        x[ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        y[ty][tx] = p0 + ty < k ? b[(p0 + ty) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++)
            s += x[ty][p] * y[p][tx];
        __syncthreads();
    }
    if (i < m)
        c[i * n + j] = s;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (n % 4 || n < 16)
        matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
    else
        g<<<n / 16 * pieces(m, 16), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
