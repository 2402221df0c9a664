/* expects: gpu_ex22 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* The elements of A and B are rounded to half precision; the sums are not. */
#include "all_but_ex22.h"

/* x rounded to half precision's 11 bits, by hand: the low 13 of float's 24 become 0. */
static __device__ float half(float x)
{
    return __uint_as_float((__float_as_uint(x) + 0x1000) & ~0x1fffu);
}

__global__ void half_inputs(float *c, const float *a, const float *b, int n, int k)
{
    int i = blockIdx.x, j = blockIdx.y * 32 + threadIdx.x;
    float sum = 0;

    if (j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += half(a[i * k + p]) * half(b[p * n + j]);
    c[i * n + j] = sum;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    half_inputs<<<dim3(m, (n + 31) / 32), 32>>>(d_c, d_a, d_b, n, k);
}
