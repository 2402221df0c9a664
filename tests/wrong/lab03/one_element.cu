/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: C\[11\]\[20\] = .* 1 of 1023 wrong */
/* One element is off by a thousandth of its value. */
#include "all_but_ex31.h"

__global__ void spoil(float *c, int m, int n)
{
    c[m / 3 * n + n - 1 - n / 3] *= 1.001f;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>(d_c, m, n);
}
