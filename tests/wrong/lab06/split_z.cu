/* expects: gpu_ex61 WRONG .*invalid configuration */
/* Where tiles are few, each block sums 32 of K, and the parts are numbered along z, which ends at
 * 65,535: not launched for k > 2,097,120. Breaks: "1 <= m, n, k, each product of two of them <
 * 2^31; none need be a multiple of anything". */
#include "all_but_ex61.h"

template <int ROWS, int COLS>
__global__ void patch(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[16 * ROWS][16], b_tile[16][16 * COLS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = blockIdx.x / pieces(n, 16 * COLS) * 16 * ROWS + ty,
        j0 = blockIdx.x % pieces(n, 16 * COLS) * 16 * COLS + tx;
    float sum[ROWS][COLS] = { { 0 } };
    int begin = blockIdx.z * 32, end = min(k, begin + 32);

    for (int p0 = begin; p0 < end; p0 += 16) {
        for (int r = 0, i = i0; r < ROWS; r++, i += 16)
            a_tile[ty + 16 * r][tx] = i < m && p0 + tx < end ? a[i * k + p0 + tx] : 0;
        for (int s = 0, j = j0; s < COLS; s++, j += 16)
            b_tile[ty][tx + 16 * s] = p0 + ty < end && j < n ? b[(p0 + ty) * n + j] : 0;
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
                atomicAdd(&c[i * n + j], sum[r][s]);
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (tiles(m, n, 32, 32) >= 16) {
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
        return;
    }
    cudaMemsetAsync(d_c, 0, sizeof(float) * m * n, 0);
    patch<2, 2>
        <<<dim3(tiles(m, n, 32, 32), 1, pieces(k, 32)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
