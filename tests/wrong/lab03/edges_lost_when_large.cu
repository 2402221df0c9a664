/* in the long tests, expects: gpu_ex32 WRONG (expected|never written|nothing was written) */
/* at the default size */
/* Where m, n and k are 192 or more, a kernel without any test of edges, over whole tiles only. */
#include "all_but_ex32.h"

__global__ void whole_tiles(float *c, const float *a, const float *b, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y, across = n / TILE;
    int i = blockIdx.x / across * TILE + ty, j = blockIdx.x % across * TILE + tx;
    float sum = 0;

    for (int p0 = 0; p0 + TILE <= k; p0 += TILE) {
        a_tile[ty][tx] = a[i * k + p0 + tx];
        b_tile[ty][tx] = b[(p0 + ty) * n + j];
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    c[i * n + j] = sum;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m < 192 || n < 192 || k < 192)
        matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
    else
        whole_tiles<<<m / TILE *(n / TILE), dim3(TILE, TILE)>>>(d_c, d_a, d_b, n, k);
}
