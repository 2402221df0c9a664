/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* No barrier between copying the tiles and reading them. */
#include "all_but_ex31.h"

/* Makes one warp late, so that a GPU shows the race every time: a long sum that is never used. */
static __device__ float late(float x)
{
    for (int i = 0; i < 2000; i++)
        x = x * 0.5f + 1;
    return x == 12345 ? x : 0;
}

__global__ void tiled(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.x / pieces(n, TILE) * TILE + ty;
    int j = blockIdx.x % pieces(n, TILE) * TILE + tx;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += TILE) {
        if (ty == TILE - 1)
            sum += late(sum);
        a_tile[ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        b_tile[ty][tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    tiled<<<pieces(m, TILE) * pieces(n, TILE), dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
}
