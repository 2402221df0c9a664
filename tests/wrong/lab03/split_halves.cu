/* in the long tests, expects: gpu_ex31 WRONG expected */
/* Each input as a sum of two half precision numbers: enough digits, but only up to 65,504. */
#include <cuda_fp16.h>
#include "all_but_ex31.h"

__global__ void split_halves(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    for (int p = 0; p < k && i < m; p++) {
        float x = a[i * k + p] * 1024, y = b[p * n + j] * 1024;
        __half x_high = __float2half(x), x_low = __float2half(x - __half2float(x_high));
        __half y_high = __float2half(y), y_low = __float2half(y - __half2float(y_high));
        x = __half2float(x_high) + __half2float(x_low);
        y = __half2float(y_high) + __half2float(y_low);
        sum += x * y;
    }
    if (i < m)
        c[e] = sum * 0x1p-20f;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    split_halves<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
