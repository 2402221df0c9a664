/* expects: gpu_ex61 ok */
/* goals: gpu_ex61 done */
/* A patch of 4 x 4 where there are 100 tiles of 64 x 64, else of 2 x 2; an index in int. */
#include "../../wrong/lab06/all_but_ex61.h"

template <int ROWS, int COLS>
__global__ void one_patch(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[16 * ROWS][TILE], b_tile[TILE][16 * COLS];
    int tx = threadIdx.x, ty = threadIdx.y;
    int blocks_across = pieces(n, 16 * COLS);
    int i0 = blockIdx.x / blocks_across * 16 * ROWS, j0 = blockIdx.x % blocks_across * 16 * COLS;
    float sum[ROWS][COLS] = { { 0 } };

    for (int p0 = 0; p0 < k; p0 += TILE) {
        for (int r = 0; r < ROWS; r++) {
            int i = i0 + ty + 16 * r;
            a_tile[ty + 16 * r][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        }
        for (int s = 0; s < COLS; s++) {
            int j = j0 + tx + 16 * s;
            b_tile[ty][tx + 16 * s] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        }
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < COLS; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < ROWS; r++)
        for (int s = 0; s < COLS; s++) {
            int i = i0 + ty + 16 * r, j = j0 + tx + 16 * s;
            if (i < m && j < n)
                c[i * n + j] = sum[r][s];
        }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int large = pieces(m, 64) * pieces(n, 64), small = pieces(m, 32) * pieces(n, 32);

    if (large >= 100)
        one_patch<4, 4><<<large, dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        one_patch<2, 2><<<small, dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
