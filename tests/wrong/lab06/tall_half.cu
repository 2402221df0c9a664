/* in the long tests, expects: gpu_ex62 WRONG m, n, k = [0-9]+, [0-9]+, [0-9]+: C */
/* The tile for what is tall and not narrow loses the rows behind the last whole one. */
#include "all_but_ex62.h"

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    int large = m >= 300 && n >= 64;

    resnet_layers_ex62_right(d_c, d_a, d_b, large ? m / 128 * 128 : m, n, k);
}
