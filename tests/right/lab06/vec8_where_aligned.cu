/* expects: gpu_ex62 ok */
/* goals: gpu_ex62 done */
/* 8 halves by one load (uint4) where k and n are multiples of 8, so that every row begins at a
 * multiple of 16 bytes; elsewhere one at a time. */
#include "../../wrong/lab06/all_but_ex62.h"

__global__ void eights(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    __shared__ float a_tile[16][16], b_tile[16][128];
    int t = threadIdx.x, across = pieces(n, 128);
    int i0 = blockIdx.x / across * 16, j0 = blockIdx.x % across * 128;
    float sum[8] = { 0 };

    for (int p0 = 0; p0 < k; p0 += 16) {
        if (t < 32) {
            int i = i0 + t / 2, p = p0 + t % 2 * 8;
            uint4 eight = make_uint4(0, 0, 0, 0);
            if (i < m && p < k)
                eight = *reinterpret_cast<const uint4 *>(&a[i * k + p]);
            for (int e = 0; e < 8; e++)
                a_tile[t / 2][t % 2 * 8 + e] = __half2float(reinterpret_cast<__half *>(&eight)[e]);
        }
        int p = p0 + t / 16, j = j0 + t % 16 * 8;
        uint4 eight = make_uint4(0, 0, 0, 0);
        if (p < k && j < n)
            eight = *reinterpret_cast<const uint4 *>(&b[p * n + j]);
        for (int e = 0; e < 8; e++)
            b_tile[t / 16][t % 16 * 8 + e] = __half2float(reinterpret_cast<__half *>(&eight)[e]);
        __syncthreads();
        for (int q = 0; q < 16; q++)
            for (int s = 0; s < 8; s++)
                sum[s] += a_tile[t / 16][q] * b_tile[q][t % 16 + 16 * s];
        __syncthreads();
    }
    for (int s = 0; s < 8; s++)
        if (i0 + t / 16 < m && j0 + t % 16 + 16 * s < n)
            c[(i0 + t / 16) * n + j0 + t % 16 + 16 * s] = __float2half(sum[s]);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (k % 8 == 0 && n % 8 == 0)
        eights<<<tiles(m, n, 16, 128), 256>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
}
