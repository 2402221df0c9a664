/* in the long tests, expects: gpu_ex32 WRONG invalid configuration argument */
/* at the default size */
/* Tiles across in the grid's y, of which there are 65,535: n ends at 1,048,560. */
#include "all_but_ex32.h"

__global__ void tiles_in_y(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE];
    int i = blockIdx.x * TILE + threadIdx.y, j = blockIdx.y * TILE + threadIdx.x;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += TILE) {
        int p1 = p0 + threadIdx.x;
        a_tile[threadIdx.y][threadIdx.x] = i < m && p1 < k ? a[i * k + p1] : 0;
        __syncthreads();
        for (int p = 0; p < TILE && p0 + p < k && j < n; p++)
            sum += a_tile[threadIdx.y][p] * b[(p0 + p) * n + j];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    tiles_in_y<<<dim3(pieces(m, TILE), pieces(n, TILE)), dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n,
                                                                             k);
}
