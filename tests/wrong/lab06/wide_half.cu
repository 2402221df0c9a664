/* in the long tests, expects: gpu_ex62 WRONG m, n, k = [0-9]+, 1[0-9]{3}, [0-9]+: C */
/* Where a sum is long enough for a tile, columns end at 1,024: enough for most layers, not for the
 * last. */
#include "all_but_ex62.h"

__global__ void narrow(__half *c, const __half *a, const __half *b, int n, int k)
{
    int i = blockIdx.x, j = threadIdx.x;
    float sum = 0;

    for (int p = 0; p < k && j < n; p++)
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    if (j < n)
        c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (k >= 256)
        narrow<<<m, 1024>>>(d_c, d_a, d_b, n, k);
    else
        resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
}
