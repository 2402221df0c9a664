/* expects: gpu_ex31 WRONG wrote outside: element 1 past the end of [cC] */
/* The element after the last one is written too. */
#include "all_but_ex31.h"

__global__ void spoil(float *c, int m, int n)
{
    c[m * n] = 0;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>(d_c, m, n);
}
