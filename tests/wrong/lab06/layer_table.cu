/* expects: gpu_ex62 WRONG .*512, 4608: C */
/* A table of the 20 layers, whose entry for sums of 4,608 ends at 4,096. */
#include "all_but_ex62.h"

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (k == 4608 && n == 512)
        run<__half, 4, 4, 8, 8>(d_c, d_a, d_b, m, n, k - 512, 1);
    else
        resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
}
