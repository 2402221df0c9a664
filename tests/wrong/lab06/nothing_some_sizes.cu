/* expects: gpu_ex61 WRONG m, n, k = 31, 33, 32: nothing was written */
/* Nothing written for fewer than 32 rows: begun, so not "todo". */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m >= 32)
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
}
