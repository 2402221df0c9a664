/* expects: gpu_v1 WRONG n = 257: nothing was written */
/* The worked kernel writes nothing: it cannot be "todo". */
#include "all_but_v1.h"

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    (void)d_c, (void)d_a, (void)d_b, (void)n;
}
