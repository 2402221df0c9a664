/* expects: gpu_ex62 WRONG m, n, k = 1, 300, 1200: C.* of 300 wrong */
/* A long K is summed in two launches: C holds the first part, rounded, until the second adds to it.
 */
#include "all_but_ex62.h"

__global__ void add_part(__half *c, const __half *a, const __half *b, int m, int n, int k,
                         int begin, int end)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;

    if (i >= m)
        return;
    float sum = begin ? __half2float(c[i * n + j]) : 0;
    for (int p = begin; p < end; p++)
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    int first = k > 1024 ? k / 2 : k;

    add_part<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k, 0, first);
    if (first < k)
        add_part<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k, first, k);
}
