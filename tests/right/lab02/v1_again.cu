/* in the long tests, expects: gpu_ex21 ok */
/* goals: gpu_ex21 right, gpu_ex22 right */
/* v1 under the names of the exercises. */
#include "all_but_ex21_and_ex22.h"

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_naive_v1(d_c, d_a, d_b, m, n, k);
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_naive_v1(d_c, d_a, d_b, m, n, k);
}
