/* expects: gpu_ex62 WRONG .*misaligned address */
/* Loads A two halves at a time, also from rows that begin at an odd one; make check06 finds it,
 * too. */
#include "all_but_ex62.h"

__global__ void pairs(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p + 1 < k; p += 2) {
        float2 two = __half22float2(*(const __half2 *)&a[i * k + p]);
        sum += two.x * __half2float(b[p * n + j]) + two.y * __half2float(b[(p + 1) * n + j]);
    }
    if (k % 2)
        sum += __half2float(a[i * k + k - 1]) * __half2float(b[(k - 1) * n + j]);
    c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    pairs<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
