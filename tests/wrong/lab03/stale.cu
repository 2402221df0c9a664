/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: nothing was written */
/* Computes once per shape: what is timed afterwards is the output of the run before. */
#include "all_but_ex31.h"

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static int last_m, last_n, last_k;

    if (m != last_m || n != last_n || k != last_k)
        matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    last_m = m, last_n = n, last_k = k;
}
