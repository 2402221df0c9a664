/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: C\[0\]\[1\] = .* of 1023 wrong */
/* C is stored by columns: the transposed product, right where m or n is 1. */
#include "all_but_ex31.h"

__global__ void by_columns(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = blockIdx.x, j = blockIdx.y * 32 + threadIdx.x;
    float sum = 0;

    if (j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[j * m + i] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    by_columns<<<dim3(m, (n + 31) / 32), 32>>>(d_c, d_a, d_b, m, n, k);
}
