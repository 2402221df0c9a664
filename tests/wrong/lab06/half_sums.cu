/* expects: gpu_ex62 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* Every sum is rounded to half: what the exercise warns of. */
#include "all_but_ex62.h"

__global__ void half_sums(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    __half sum = __float2half(0);

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum = __hfma(a[i * k + p], b[p * n + j], sum);
    c[i * n + j] = sum;
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    half_sums<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
