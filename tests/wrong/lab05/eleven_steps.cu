/* in the long tests, expects: gpu_ex53 WRONG n = 1023, ops = 1, .*steps = 10: y\[0\] =  */
/* One step too many. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    transfers_ex53_right(y, x, d_x, n, ops, steps + 1);
}
