/* in the long tests, expects: gpu_ex31 WRONG m, n, k = 128, 128, 18: .*expected */
/* Where C consists of whole tiles, k does, too, no doubt. */
#include "all_but_ex31.h"

__global__ void g(float *c, const float *a, const float *b, int n, int k)
{
    __shared__ float x[16][16], y[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, across = n / 16;
    int i = blockIdx.x / across * 16 + ty, j = blockIdx.x % across * 16 + tx;
    float s = 0;
    for (int p0 = 0; p0 + 16 <= k; p0 += 16) {
        x[ty][tx] = a[i * k + p0 + tx];
        y[ty][tx] = b[(p0 + ty) * n + j];
        __syncthreads();
        for (int p = 0; p < 16; p++)
            s += x[ty][p] * y[p][tx];
        __syncthreads();
    }
    c[i * n + j] = s;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m % 64 || n % 64)
        matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    else
        g<<<n / 16 * (m / 16), dim3(16, 16)>>>(d_c, d_a, d_b, n, k);
}
