/* in the long tests, expects: gpu_ex22 WRONG did not come back */
/* A loop on the host that never ends: k is halved down to 0, and 0 is even. */
#include "all_but_ex22.h"

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    volatile int odd_part = k - 1;

    while (odd_part % 2 == 0)
        odd_part = odd_part / 2;
    matmul_naive_ex22_right(d_c, d_a, d_b, m, n, k);
}
