/* expects: gpu_ex51 WRONG n = [0-9]+, .*y\[[0-9]+\] =  */
/* Keeps the result of the run before, in the hope that x is still the same. */
#include <stdlib.h>
#include <string.h>
#include "all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    static float *kept;
    static int kept_n, kept_ops, calls;

    calls = n == kept_n && ops == kept_ops ? calls + 1 : 0;
    if (calls < 2) {
        transfers_ex51_right(y, x, d_x, n, ops);
        kept = (float *)realloc(kept, n * sizeof(float));
        memcpy(kept, y, n * sizeof(float));
    } else
        memcpy(y, kept, n * sizeof(float));
    kept_n = n;
    kept_ops = ops;
}
