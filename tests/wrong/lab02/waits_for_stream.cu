/* in the long tests, expects: gpu_ex21 WRONG waited */
/* Waits for the default stream. */
#include "all_but_ex21.h"

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_naive_ex21_right(d_c, d_a, d_b, m, n, k);
    if (cudaStreamSynchronize(0) != cudaSuccess)
        return;
}
