/* expects: gpu_ex11 WRONG .*crashed in host code */
/* Writes through a null pointer on the host. */
#include "all_but_ex11.h"

static int *volatile calls;

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    calls[0]++;
    vector_add_ex11_right(d_c, d_a, d_b, n);
}
