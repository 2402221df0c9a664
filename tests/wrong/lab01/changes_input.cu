/* expects: gpu_ex11 WRONG changed its input a: element \[128\] */
/* c is right, but a is no longer what it was. */
#include "all_but_ex11.h"

__global__ void spoil(float *a, int n)
{
    a[n / 2] += 1;
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex11_right(d_c, d_a, d_b, n);
    spoil<<<1, 1>>>((float *)d_a, n);
}
