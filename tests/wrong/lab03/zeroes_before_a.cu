/* expects: gpu_ex32 WRONG (wrote outside|changed its input) */
/* Sets the 4 floats in front of A to 0: a border of zeros, which nobody reads. */
#include "all_but_ex32.h"

__global__ void border(float *a)
{
    a[-1 - (int)threadIdx.x] = 0;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    border<<<1, 4>>>((float *)d_a);
    matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
}
