/* expects: gpu_ex11 WRONG n = 257: nothing was written */
/* Nothing written for fewer than 1,000 elements: begun, so not "todo". */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n >= 1000)
        vector_add_ex11_right(d_c, d_a, d_b, n);
}
