/* expects: gpu_ex22 WRONG expected */
/* The kernel takes k as a short, which ends at 32,767. */
#include "all_but_ex22.h"

__global__ void short_k(float *c, const float *a, const float *b, int m, int n, short k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    short_k<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, (short)k);
}
