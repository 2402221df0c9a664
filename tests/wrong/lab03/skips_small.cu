/* in the long tests, expects: gpu_ex31 WRONG expected */
/* at the default size */
/* Leaves out products below 1e-9, "which are 0". */
#include "all_but_ex31.h"

__global__ void skip_small(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    for (int p = 0; p < k && i < m; p++) {
        float product = a[i * k + p] * b[p * n + j];
        sum += fabsf(product) < 1e-9f ? 0 : product;
    }
    if (i < m)
        c[e] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    skip_small<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
