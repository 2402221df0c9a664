/* expects: gpu_ex61 WRONG 33, 31, 147: C\[32\]\[0\] was never.* 31 of 1023 wrong  */
/* A thread takes two rows of C: with an odd M the last one is nobody's. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m > 1)
        resnet_layers_ex61_right(d_c, d_a, d_b, m / 2 * 2, n, k);
}
