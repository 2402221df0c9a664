/* expects: gpu_ex62 WRONG .*misaligned address */
/* Loads two halves of B at a time wherever k is even; it is n that decides where a row begins. A
 * __half2 has 4 bytes: no CPU minds where they lie. */
#include "all_but_ex62.h"

__global__ void two_columns(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int pairs = (n + 1) / 2, e = blockIdx.x * blockDim.x + threadIdx.x;
    int i = e / pairs, j = e % pairs * 2;
    float sum[2] = {};

    if (i >= m)
        return;
    for (int p = 0; p < k; p++) {
        const __half *row = &b[p * n + j];
        __half2 two = k % 2 == 0 && j + 1 < n ? *(const __half2 *)row
                                              : __halves2half2(row[0], row[j + 1 < n]);
        sum[0] += __half2float(a[i * k + p]) * __low2float(two);
        sum[1] += __half2float(a[i * k + p]) * __high2float(two);
    }
    c[i * n + j] = __float2half(sum[0]);
    if (j + 1 < n)
        c[i * n + j + 1] = __float2half(sum[1]);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    int threads = m * ((n + 1) / 2);

    two_columns<<<pieces(threads, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
