/* in the long tests, expects: gpu_ex62 WRONG C\[16\]\[15\] = -?nan.* 1 of 1023 wrong */
/* One NaN: a check that rejects "error > allowed" lets it through. */
#include "all_but_ex62.h"

__global__ void spoil(__half *c, int m, int n)
{
    c[m / 2 * n + n / 2] = __float2half(nanf(""));
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>(d_c, m, n);
}
