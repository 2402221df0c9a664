/* expects: gpu_v1 WRONG m, n, k = 33, 31, 147: nothing was written */
/* The worked kernel writes nothing: it cannot be "todo". */
#include "all_but_v1.h"

void matmul_tiled_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}
