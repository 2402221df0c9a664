/* expects: gpu_ex32 WRONG .*misaligned address */
/* Loads B by float4 wherever k is a multiple of 4; it is n that decides where a row of B begins. */
#include "all_but_ex32.h"

__global__ void four_columns(float *c, const float *a, const float *b, int m, int n, int k,
                             bool by_four)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    float sum[4] = {};

    for (int p = 0; p < k && i < m; p++) {
        float x[4] = {};
        if (by_four && j + 3 < n) {
            float4 all = *(const float4 *)&b[p * n + j];
            x[0] = all.x, x[1] = all.y, x[2] = all.z, x[3] = all.w;
        } else {
            for (int s = 0; s < 4 && j + s < n; s++)
                x[s] = b[p * n + j + s];
        }
        for (int s = 0; s < 4; s++)
            sum[s] += a[i * k + p] * x[s];
    }
    for (int s = 0; s < 4 && i < m && j + s < n; s++)
        c[i * n + j + s] = sum[s];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 block(32, 8), blocks((n + 127) / 128, (m + 7) / 8);

    if (blocks.y > 65535)
        matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
    else
        four_columns<<<blocks, block>>>(d_c, d_a, d_b, m, n, k, k % 4 == 0);
}
