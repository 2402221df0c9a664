/* expects: gpu_ex62 WRONG m, n, k = [0-9]+, [0-9]+, [67][0-9]{4}:  */
/* The place in K is kept in an unsigned short: longer sums than 65,536 wrap around, and end too
 * early. Breaks: "1 <= m, n, k, each product of two of them < 2^31; none need be a multiple of
 * anything". */
#include "all_but_ex62.h"

__global__ void in_ushort(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    __shared__ float a_tile[16][16], b_tile[16][16];
    int tx = threadIdx.x, ty = threadIdx.y, across = pieces(n, 16);
    int i = blockIdx.x / across * 16 + ty, j = blockIdx.x % across * 16 + tx;
    unsigned short length = k <= 65535 ? k : 65535;
    float sum = 0;

    for (int p0 = 0; p0 < length; p0 += 16) {
        a_tile[ty][tx] = i < m && p0 + tx < length ? __half2float(a[i * k + p0 + tx]) : 0;
        b_tile[ty][tx] = p0 + ty < length && j < n ? __half2float(b[(p0 + ty) * n + j]) : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = __float2half(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    in_ushort<<<tiles(m, n, 16, 16), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
