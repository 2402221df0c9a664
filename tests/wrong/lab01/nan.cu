/* expects: gpu_ex12 WRONG n = 257: c\[128\] = -?nan.* 1 of 257 wrong */
/* One NaN: a check that rejects "error > allowed" lets it through. */
#include "all_but_ex12.h"

__global__ void spoil(float *c, int n)
{
    c[n / 2] = nanf("");
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex12_right(d_c, d_a, d_b, n);
    spoil<<<1, 1>>>(d_c, n);
}
