/* in the long tests, expects: gpu_ex21 WRONG expected */
/* Multiplies in whole multiples of 2^-24: exact, as long as the inputs are such multiples. */
#include "all_but_ex21.h"

__global__ void whole_numbers(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    long long sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += (long long)__float2int_rn(a[i * k + p] * 0x1p24f) *
               __float2int_rn(b[p * n + j] * 0x1p24f);
    c[i * n + j] = (float)((double)sum * 0x1p-48);
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    whole_numbers<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
