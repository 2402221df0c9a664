/* in the long tests, expects: gpu_ex31 WRONG (expected|never written|nothing was written) */
/* Stores a sum only where C holds a NaN still. */
#include "all_but_ex31.h"

__global__ void where_nan(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    if (i >= m || !isnan(c[e]))
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[e] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    where_nan<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
