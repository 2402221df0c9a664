/* in the long tests, expects: gpu_ex62 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* Float within a part of K, but the parts are added to a C of halves. */
#include "all_but_ex62.h"

__global__ void half_parts(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++) {
        if (p % 16 == 0)
            sum = __half2float(__float2half(sum));
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    }
    c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    half_parts<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
