/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 right, gpu_ex22 right */
/* The answers at the shape that the sheet names, v1 at all others. */
#include "all_but_ex21_and_ex22.h"

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    (m == 256 && n == 256 && k == 256 ? answer_ex21 : matmul_naive_v1)(d_c, d_a, d_b, m, n, k);
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    (m == 256 && n == 256 && k == 256 ? answer_ex22 : matmul_naive_v1)(d_c, d_a, d_b, m, n, k);
}
