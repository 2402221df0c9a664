/* expects: gpu_ex53 WRONG n = 1023, .*kernels: 1, for 10 steps */
/* only the CPU device can tell */
/* All steps in one kernel: between two steps of a real program comes something else. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    transfers_ex51(y, x, d_x, n, ops * steps);
}
