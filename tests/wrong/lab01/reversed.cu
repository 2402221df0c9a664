/* expects: gpu_v1 WRONG n = 257: c\[0\] = .* 256 of 257 wrong */
/* b is read backwards; right only where n is 1. */
#include "all_but_v1.h"

__global__ void add_reversed(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[n - 1 - i];
}

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_reversed<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
}
