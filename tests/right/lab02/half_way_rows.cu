/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 right half_way_rows.cu:15, gpu_ex22 right half_way_rows.cu:33 */
/* Half way. 2.1: a warp of 4 columns x 8 rows. 2.2: two rows per thread. */
#include "all_but_ex21_and_ex22.h"

__global__ void narrow(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 4), j = blockIdx.x % across * 4 + threadIdx.x;
    int i = blockIdx.x / across * 64 + threadIdx.y;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    narrow<<<pieces(m, 64) * pieces(n, 4), dim3(4, 64)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void two_rows(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 32), j = blockIdx.x % across * 32 + threadIdx.x;
    int i = (blockIdx.x / across * 8 + threadIdx.y) * 2, next = min(i + 1, m - 1);
    float s = 0, t = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        s += a[i * k + p] * b[p * n + j], t += a[next * k + p] * b[p * n + j];
    c[i * n + j] = s;
    if (i + 1 < m)
        c[next * n + j] = t;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    two_rows<<<pieces(m, 16) * pieces(n, 32), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}
