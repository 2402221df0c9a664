/* in the long tests, expects: gpu_v1 WRONG n = 1023, ops = 1, .*y\[0\] =  */
/* One operation too few. */
#include "all_but_v1.h"

void transfers_v1(float *y, const float *x, float *d_x, int n, int ops)
{
    transfers_v1_right(y, x, d_x, n, ops - 1);
}
