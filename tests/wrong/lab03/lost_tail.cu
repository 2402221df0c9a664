/* expects: gpu_ex31 WRONG 33, 31, 147: C\[0\]\[24\] was never written.* 231 of 1023 wrong */
/* The columns beyond the last whole 8 are never written. */
#include "all_but_ex31.h"

__global__ void whole_blocks(float *c, const float *a, const float *b, int n, int k)
{
    int i = blockIdx.x, j = blockIdx.y * 8 + threadIdx.x;
    float sum = 0;

    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (n >= 8)
        whole_blocks<<<dim3(m, n / 8), 8>>>(d_c, d_a, d_b, n, k);
}
