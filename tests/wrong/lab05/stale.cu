/* expects: gpu_ex51 WRONG n = [0-9]+, .*nothing was written */
/* Computes once per size: what is timed afterwards is the output of the run before. */
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    static int last_n, last_ops;

    if (n != last_n || ops != last_ops)
        transfers_ex51_right(y, x, d_x, n, ops);
    last_n = n;
    last_ops = ops;
}
