/* in the long tests, expects: gpu_ex22 WRONG (wrote outside|changed its input|expected) */
/* Adds a row of zeros to B and an element to A, so that two steps of an odd k make a pair. */
#include "all_but_ex22.h"

__global__ void add_row(float *a, float *b, int m, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    if (j < n)
        b[k * n + j] = 0;
    if (j == 0)
        a[m * k] = 0;
}

__global__ void in_pairs(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p += 2)
        sum += a[i * k + p] * b[p * n + j] + a[i * k + p + 1] * b[(p + 1) * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (k % 2)
        add_row<<<(n + 255) / 256, 256>>>((float *)d_a, (float *)d_b, m, n, k);
    in_pairs<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
