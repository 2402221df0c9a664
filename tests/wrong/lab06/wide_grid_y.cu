/* expects: gpu_ex61 WRONG .*invalid configuration */
/* Rows of tiles along x, because y ends at 65,535; columns of tiles along y, where the same end
 * waits for n > 65,535 * 32. Breaks: "1 <= m, n, k, each product of two of them < 2^31; none need
 * be a multiple of anything". */
#include "all_but_ex61.h"

template <int ROWS, int COLS>
__global__ void patch(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[16 * ROWS][16], b_tile[16][16 * COLS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = blockIdx.x * 16 * ROWS + ty, j0 = blockIdx.y * 16 * COLS + tx;
    float sum[ROWS][COLS] = { { 0 } };

    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int r = 0, i = i0; r < ROWS; r++, i += 16)
            a_tile[ty + 16 * r][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        for (int s = 0, j = j0; s < COLS; s++, j += 16)
            b_tile[ty][tx + 16 * s] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < COLS; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0, i = i0; r < ROWS; r++, i += 16)
        for (int s = 0, j = j0; s < COLS; s++, j += 16)
            if (i < m && j < n)
                c[i * n + j] = sum[r][s];
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (tiles(m, n, 64, 64) >= 100)
        patch<4, 4><<<dim3(pieces(m, 64), pieces(n, 64)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        patch<2, 2><<<dim3(pieces(m, 32), pieces(n, 32)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
