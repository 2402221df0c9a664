/* expects: gpu_ex32 WRONG m, n, k = 33, 31, 147: C\[16\]\[15\] = -?nan.* 1 of 1023 wrong */
/* One NaN: a check that rejects "error > allowed" lets it through. */
#include "all_but_ex32.h"

__global__ void spoil(float *c, int m, int n)
{
    c[m / 2 * n + n / 2] = nanf("");
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>(d_c, m, n);
}
