/* expects: gpu_ex61 WRONG m, n, k = [0-9]+, [0-9]+, [0-9]+:  */
/* Large products (m >= 512, n >= 128, k >= 64) take a kernel that tests neither n nor k: in the
 * layers of ResNet-50 these are multiples of 64 there. With n or k ragged it reads and writes
 * beside. Breaks: "1 <= m, n, k, each product of two of them < 2^31; none need be a multiple of
 * anything". */
#include "all_but_ex61.h"

__global__ void unchecked(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[64][16], b_tile[16][64];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = blockIdx.x / (n / 64) * 64 + ty, j0 = blockIdx.x % (n / 64) * 64 + tx;
    float sum[4][4] = { { 0 } };

    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int r = 0, i = i0; r < 4; r++, i += 16)
            a_tile[ty + 16 * r][tx] = i < m ? a[i * k + p0 + tx] : 0;
        for (int s = 0, j = j0; s < 4; s++, j += 16)
            b_tile[ty][tx + 16 * s] = b[(p0 + ty) * n + j];
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 4; r++)
                for (int s = 0; s < 4; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0, i = i0; r < 4; r++, i += 16)
        for (int s = 0, j = j0; s < 4; s++, j += 16)
            if (i < m)
                c[i * n + j] = sum[r][s];
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m >= 512 && n >= 128 && k >= 64)
        unchecked<<<pieces(m, 64) * (n / 64), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
}
