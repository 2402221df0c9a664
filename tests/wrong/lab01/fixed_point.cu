/* expects: gpu_ex12 WRONG expected */
/* Adds in whole multiples of 2^-24: right for inputs from -1 to 1 that are such multiples. */
#include "all_but_ex12.h"

__global__ void add_fixed(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = (__float2int_rn(a[i] * 0x1p24f) + __float2int_rn(b[i] * 0x1p24f)) * 0x1p-24f;
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_fixed<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
}
