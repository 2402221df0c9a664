/* expects: gpu_ex53 WRONG n = [0-9]+, .*steps = [0-9]+: y\[[0-9]+\] = .*, expected */
/* Counts the steps in a byte: of more than 255 some are left out. */
#include "all_but_ex53.h"

void transfers_ex53(float *y, const float *x, float *d_x, int n, int ops, int steps)
{
    unsigned char count = steps > 255 ? 255 : steps;

    transfers_ex53_right(y, x, d_x, n, ops, count);
}
