/* expects: gpu_ex12 WRONG wrote outside: element 1 past the end of [cC] */
/* A float4 more than n holds: writes past the end of c. */
#include "all_but_ex12.h"

__global__ void spoil(float *c, int n)
{
    c[n] = c[n + 1] = 0;
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex12_right(d_c, d_a, d_b, n);
    spoil<<<1, 1>>>(d_c, n);
}
