/* expects: gpu_v1 WRONG an illegal memory access was encountered */
/* The kernel writes through a null pointer. */
#include "all_but_v1.h"

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_v1_kernel<<<(n + 255) / 256, 256>>>((float *)0, d_a, d_b, n);
    (void)d_c;
}
