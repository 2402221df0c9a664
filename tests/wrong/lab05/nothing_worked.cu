/* expects: gpu_v1 WRONG n = 1023, .*nothing was written */
/* The worked version, which is no exercise, does nothing. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    (void)y, (void)x, (void)d_x, (void)n, (void)ops;
}
