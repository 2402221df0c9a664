/* expects: gpu_ex11 WRONG n = 257: c\[256\] was never written.* 1 of 257 wrong, none */
/* The last element is left out: i < n - 1. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n > 1)
        vector_add_ex11_right(d_c, d_a, d_b, n - 1);
}
