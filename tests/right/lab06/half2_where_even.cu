/* expects: gpu_ex62 ok */
/* goals: gpu_ex62 right half2_where_even.cu:15 */
/* Two halves at a time where the rows of A begin at an even one, and one at a time elsewhere. */
#include "../../wrong/lab06/all_but_ex62.h"

__global__ void pairs(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float even = 0, odd = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p += 2) {
        float2 two = __half22float2(*(const __half2 *)&a[i * k + p]);
        even += two.x * __half2float(b[p * n + j]);
        odd += two.y * __half2float(b[(p + 1) * n + j]);
    }
    c[i * n + j] = __float2half(even + odd);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (k % 2 == 0)
        pairs<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
}
