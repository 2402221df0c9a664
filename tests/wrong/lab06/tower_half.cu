/* expects: gpu_ex62 WRONG m, n, k = [0-9]+, 64, 64: C.* (was never written|= 17.1875) */
/* Very tall products lose the rows behind the last whole tile of 64. */
#include "all_but_ex62.h"

__global__ void tower_half(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x, i = at / n, j = at % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    if (m >= 2048 && n % 64 == 0 && i >= m / 64 * 64)
        return;
    c[at] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    tower_half<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
