/* expects: gpu_ex11 todo TODO\(1\.1\) */
/* Nothing written at any size: the exercise has not been written yet. */
#include "all_but_ex11.h"

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    (void)d_c, (void)d_a, (void)d_b, (void)n;
}
