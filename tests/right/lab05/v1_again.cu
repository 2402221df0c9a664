/* in the long tests, expects: gpu_ex51 ok */
/* goals: gpu_ex51 right */
/* v1 under the names of the exercises. */
#include "../../wrong/lab05/all_but_ex51.h"

void transfers_ex51(float *y, const float *x, float *d_x, int n, int ops)
{
    transfers_v1(y, x, d_x, n, ops);
}
