/* in the long tests, expects: gpu_ex31 WRONG wrote outside */
/* Stores 0 for the row in front of the first one, if it is not longer than 64. */
#include "all_but_ex31.h"

__global__ void row_before(float *c, int n)
{
    if ((int)threadIdx.x < n)
        c[(int)threadIdx.x - n] = 0;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    if (n <= 64)
        row_before<<<1, 64>>>(d_c, n);
}
