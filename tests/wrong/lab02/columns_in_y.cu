/* in the long tests, expects: gpu_ex21 WRONG invalid configuration argument */
/* at the default size */
/* 16 columns per block in y, of which a grid has 65,535: n ends at 1,048,560. */
#include "all_but_ex21.h"

__global__ void columns_in_y(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 grid((m + 15) / 16, (n + 15) / 16);

    columns_in_y<<<grid, dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
