/* in the long tests, expects: gpu_ex62 WRONG m, n, k = .*: C.* = 0, expected */
/* What is too small for a normal half becomes 0. */
#include "all_but_ex62.h"

__global__ void flushes(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x, i = at / n, j = at % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    if (fabsf(sum) < 0x1p-14f)
        sum = 0;
    c[at] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    flushes<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
