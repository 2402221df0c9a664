/* in the long tests, expects: gpu_ex31 ok */
/* goals: gpu_ex31 right, gpu_ex32 right */
/* v1 under the names of the exercises. */
#define matmul_tiled_ex31 answer_ex31
#define matmul_tiled_ex32 answer_ex32
#include "../../../solutions/matmul_tiled.cu"
#undef matmul_tiled_ex31
#undef matmul_tiled_ex32

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_v1(d_c, d_a, d_b, m, n, k);
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_v1(d_c, d_a, d_b, m, n, k);
}
