/* expects: gpu_ex21 WRONG (expected|never written|nothing was written) */
/* Counts columns in an unsigned short: column 65,536 is column 0. */
#include "all_but_ex21.h"

__global__ void short_columns(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n;
    unsigned short j = (unsigned short)(e % n);
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    short_columns<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
