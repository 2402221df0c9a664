/* in the long tests, expects: gpu_ex21 WRONG changed its input A */
/* Negates A in place and back again, the second time without the last, incomplete block. */
#include "all_but_ex21.h"

__global__ void negate(float *a, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count)
        a[i] = -a[i];
}

__global__ void minus_product(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum -= a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = (m * k + 255) / 256, whole = blocks > 1 ? m * k / 256 : 1;

    negate<<<blocks, 256>>>((float *)d_a, m * k);
    minus_product<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
    negate<<<whole, 256>>>((float *)d_a, m * k);
}
