/* expects: gpu_ex12 WRONG n = 257: c\[256\] = .* 1 of 257 wrong */
/* Wrong only where 256 does not divide n: the last element is doubled. */
#include "all_but_ex12.h"

__global__ void spoil(float *c, int n)
{
    c[n - 1] *= 2;
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex12_right(d_c, d_a, d_b, n);
    if (n % 256)
        spoil<<<1, 1>>>(d_c, n);
}
