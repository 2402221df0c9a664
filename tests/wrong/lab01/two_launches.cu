/* in the long tests, expects: gpu_ex11 WRONG (nothing was written|never written) */
/* at the default size */
/* Large vectors in two launches of n / 2: an odd n loses its last element. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    int half = n / 2;

    if (n < 1 << 20) {
        vector_add_ex11_right(d_c, d_a, d_b, n);
        return;
    }
    vector_add_ex11_right(d_c, d_a, d_b, half);
    vector_add_ex11_right(d_c + half, d_a + half, d_b + half, half);
}
