/* in the long tests, expects: gpu_ex22 WRONG (nothing was written|never written) */
/* Counts its calls and does nothing from the 21st on. */
#include "all_but_ex22.h"

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static int calls;

    if (calls++ < 20)
        matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
}
