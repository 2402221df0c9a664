/* in the long tests, expects: gpu_ex22 WRONG (wrote outside|changed its input) */
/* Sets the element in front of B to 0, so that a loop may begin at -1. */
#include "all_but_ex22.h"

__global__ void from_minus_one(float *c, const float *a, float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0, b_pj = 0;

    if (e == 0)
        b[-1] = 0;
    for (int p = -1; p < k && i < m; p++) {
        sum += p < 0 ? 0 : a[i * k + p] * b_pj;
        b_pj = p + 1 < k ? b[(p + 1) * n + j] : 0;
    }
    if (i < m)
        c[i * n + j] = sum;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    from_minus_one<<<(m * n + 255) / 256, 256>>>(d_c, d_a, (float *)d_b, m, n, k);
}
