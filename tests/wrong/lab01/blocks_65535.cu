/* in the long tests, expects: gpu_v1 WRONG (nothing was written|never written) */
/* at the default size */
/* Never more than 65,535 blocks, "the limit of a grid": what lies beyond is left out. */
#include "all_but_v1.h"

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    int blocks = min((n + BLOCK - 1) / BLOCK, 65535);

    vector_add_v1_kernel<<<blocks, BLOCK>>>(d_c, d_a, d_b, n);
}
