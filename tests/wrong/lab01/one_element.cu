/* expects: gpu_ex11 WRONG n = 257: c\[171\] = .* 1 of 257 wrong */
/* One element is off by a thousandth of its value. */
#include "all_but_ex11.h"

__global__ void spoil(float *c, int n)
{
    c[n - 1 - n / 3] *= 1.001f;
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex11_right(d_c, d_a, d_b, n);
    spoil<<<1, 1>>>(d_c, n);
}
