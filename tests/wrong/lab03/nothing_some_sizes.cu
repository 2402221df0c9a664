/* expects: gpu_ex32 WRONG m, n, k = 31, 33, 32: nothing was written */
/* Nothing written for fewer than 32 rows: begun, so not "todo". */
#include "all_but_ex32.h"

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m >= 32)
        matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
}
