/* expects: gpu_ex62 WRONG m, n, k = [0-9]{7},  */
/* Narrow products (n < 16) give each element a thread, which finds its row by a division in float,
 * "faster than of integers": behind element 2^24 the row is that of a neighbour. Breaks: "A
 * launcher writes all of its output" and "1 <= m, n, k, each product of two of them < 2^31; none
 * need be a multiple of anything". */
#include "all_but_ex62.h"

__global__ void narrow(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    unsigned int e = blockIdx.x * blockDim.x + threadIdx.x;
    int i = (int)((float)e / (float)n);
    int j = e - i * n;
    float sum = 0;

    if (i >= m || j < 0 || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (n < 16)
        narrow<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
}
