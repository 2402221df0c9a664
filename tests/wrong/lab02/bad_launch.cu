/* expects: gpu_ex21 WRONG invalid configuration argument */
/* A block of 64 x 32 = 2,048 threads: no GPU takes more than 1,024. */
#include "all_but_ex21.h"

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_naive_ex21_kernel<<<64, dim3(64, 32)>>>(d_c, d_a, d_b, m, n, k);
}
