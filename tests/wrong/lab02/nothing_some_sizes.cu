/* expects: gpu_ex22 WRONG m, n, k = 31, 33, 32: nothing was written */
/* Nothing written for fewer than 32 rows: begun, so not "todo". */
#include "all_but_ex22.h"

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m >= 32)
        matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
}
