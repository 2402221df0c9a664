/* in the long tests, expects: gpu_v1 WRONG expected */
/* Never more than 128 tiles, which is enough up to k = 2,048. */
#define matmul_tiled_v1 matmul_tiled_v1_right
#include "../../../solutions/matmul_tiled.cu"
#undef matmul_tiled_v1

__global__ void at_most_128(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.x / pieces(n, TILE) * TILE + ty, j = blockIdx.x % pieces(n, TILE) * TILE + tx;
    float sum = 0;

    for (int step = 0; step < min(pieces(k, TILE), 128); step++) {
        int p0 = step * TILE;
        a_tile[ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        b_tile[ty][tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void matmul_tiled_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    at_most_128<<<pieces(m, TILE) * pieces(n, TILE), dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
}
