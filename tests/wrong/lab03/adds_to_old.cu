/* in the long tests, expects: gpu_ex31 WRONG (expected|nothing was written) */
/* Starts its sums from C, unless that is a NaN: C += A B, not C = A B. */
#include "all_but_ex31.h"

__global__ void add_to_old(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;

    if (i >= m)
        return;
    float sum = isnan(c[e]) ? 0 : c[e];
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[e] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    add_to_old<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
