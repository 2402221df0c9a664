/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: an illegal memory access was encountered: .* */
/* only the CPU device can tell */
/* The tiles lie in dynamic shared memory, of which the launch asks for none. */
#include "all_but_ex31.h"

__global__ void no_room(float *c, const float *a, const float *b, int m, int n, int k)
{
    extern __shared__ float tiles[];
    float *a_tile = tiles, *b_tile = tiles + TILE * TILE;
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.x / pieces(n, TILE) * TILE + ty, j = blockIdx.x % pieces(n, TILE) * TILE + tx;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += TILE) {
        a_tile[ty * TILE + tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        b_tile[ty * TILE + tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty * TILE + p] * b_tile[p * TILE + tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, TILE) * pieces(n, TILE);

    no_room<<<blocks, dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
