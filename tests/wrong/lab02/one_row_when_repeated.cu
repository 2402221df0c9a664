/* in the long tests, expects: gpu_ex22 WRONG (nothing was written|never written) */
/* Of calls that repeat a shape, every other one computes the first row only. */
#include "all_but_ex22.h"

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static int last_m, last_n, last_k, repeated;

    repeated = m == last_m && n == last_n && k == last_k ? repeated + 1 : 0;
    last_m = m, last_n = n, last_k = k;
    matmul_naive_ex22_right(d_c, d_a, d_b, repeated % 2 ? 1 : m, n, k);
}
