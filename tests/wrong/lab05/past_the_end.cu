/* expects: gpu_ex53 WRONG n = 1023, .*wrote outside: element 1 past the end of d_x */
/* The last step takes one element more. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    transfers_ex53_right(y, x, d_x, n, ops, steps);
    transfers_step(d_x + n, 1, ops, 0);
    cudaStreamSynchronize(0);
}
