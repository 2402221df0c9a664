/* expects: gpu_ex21 WRONG m, n, k = 33, 31, 147: C\[0\]\[0\] = .* of 1023 wrong */
/* Wrong only where 4 does not divide k: the last k % 4 products are left out. */
#include "all_but_ex21.h"

__global__ void whole_fours(float *c, const float *a, const float *b, int n, int k)
{
    int i = blockIdx.x, j = blockIdx.y * 32 + threadIdx.x;
    float sum = 0;

    if (j >= n)
        return;
    for (int p = 0; p < k - k % 4; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    whole_fours<<<dim3(m, (n + 31) / 32), 32>>>(d_c, d_a, d_b, n, k);
}
