/* in the long tests, expects: gpu_ex21 WRONG waited */
/* Waits for the default stream. */
#define matmul_naive_ex21 matmul_naive_ex21_right
#include "../../../solutions/matmul_naive.cu"
#undef matmul_naive_ex21

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_naive_ex21_right(d_c, d_a, d_b, m, n, k);
    if (cudaStreamSynchronize(0) != cudaSuccess)
        return;
}
