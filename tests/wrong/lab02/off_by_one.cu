/* expects: gpu_ex22 WRONG m, n, k = 33, 31, 147: C\[0\]\[0\] = .* of 1023 wrong */
/* The sums stop one short: p < k - 1. */
#include "all_but_ex22.h"

__global__ void one_short(float *c, const float *a, const float *b, int n, int k)
{
    int i = blockIdx.x, j = blockIdx.y * 32 + threadIdx.x;
    float sum = 0;

    for (int p = 0; p < k - 1; p++)
        if (j < n)
            sum += a[i * k + p] * b[p * n + j];
    if (j < n)
        c[i * n + j] = sum;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    one_short<<<dim3(m, (n + 31) / 32), 32>>>(d_c, d_a, d_b, n, k);
}
