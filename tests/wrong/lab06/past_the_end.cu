/* expects: gpu_ex62 WRONG wrote outside: element 1 past the end of C */
/* Results are written in pairs: after an odd number of them, one too many. */
#include "all_but_ex62.h"

__global__ void spoil(__half *c, int count)
{
    c[count] = __float2half(0);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>(d_c, m * n);
}
