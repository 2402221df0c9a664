/* expects: gpu_ex62 WRONG m, n, k = [0-9]+, [0-9]+, [0-9]+: (C|misaligned) */
/* From 64 rows and k = 256 on A is read two halves at a time: an odd K, which no layer of that
 * size has, loses its last element (and most rows begin at an odd half). Breaks: "none need be a
 * multiple of anything". */
#include "all_but_ex62.h"

__global__ void twos(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    __shared__ float a_tile[16][33], b_tile[32][16];
    int tx = threadIdx.x, ty = threadIdx.y, across = pieces(n, 16);
    int i = blockIdx.x / across * 16 + ty, j = blockIdx.x % across * 16 + tx;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += 32) {
        int p = p0 + 2 * tx;
        __half2 two = i < m && p + 1 < k ? *(const __half2 *)&a[i * k + p] : __float2half2_rn(0);
        a_tile[ty][2 * tx] = __low2float(two);
        a_tile[ty][2 * tx + 1] = __high2float(two);
        for (int q = ty; q < 32; q += 16)
            b_tile[q][tx] = p0 + q < k && j < n ? __half2float(b[(p0 + q) * n + j]) : 0;
        __syncthreads();
        for (int q = 0; q < 32; q++)
            sum += a_tile[ty][q] * b_tile[q][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (m >= 64 && k >= 256)
        twos<<<tiles(m, n, 16, 16), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
}
