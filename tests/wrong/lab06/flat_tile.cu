/* expects: gpu_ex61 WRONG 49, 130, 200: C\[48\]\[0\] was never.* 130 of 6370 wrong */
/* The tile for flat products has 48 rows, and the launcher starts one row of tiles only. */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    resnet_layers_ex61_right(d_c, d_a, d_b, n > 2 * m ? min(m, 48) : m, n, k);
}
