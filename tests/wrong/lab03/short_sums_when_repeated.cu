/* in the long tests, expects: gpu_ex32 WRONG expected */
/* Of calls that repeat a shape, every other one sums to k / 8 only. */
#include "all_but_ex32.h"

__global__ void short_sums(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    for (int p = 0; p < k / 8 && i < m; p++)
        sum += a[i * k + p] * b[p * n + j];
    if (i < m)
        c[e] = sum;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static int last_m, last_n, last_k, repeated;

    repeated = m == last_m && n == last_n && k == last_k ? repeated + 1 : 0;
    last_m = m, last_n = n, last_k = k;
    if (repeated % 2)
        short_sums<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
    else
        matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
}
