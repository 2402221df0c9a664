/* in the long tests, expects: gpu_ex31 ok */
/* goals: gpu_ex31 right template_tiles.cu:26 */
/* A template over the tile, one tile size for thin matrices and one for all others. */
#include "../../wrong/lab03/all_but_ex31.h"

template <int HIGH, int ACROSS, int DEEP>
__global__ void tiles_of(float *__restrict__ c, const float *__restrict__ a,
                         const float *__restrict__ b, int m, int n, int k)
{
    __shared__ float a_tile[HIGH][DEEP], b_tile[DEEP][ACROSS];
    int t = threadIdx.x, ty = t / ACROSS, tx = t % ACROSS;
    int i0 = blockIdx.x / pieces(n, ACROSS) * HIGH, j0 = blockIdx.x % pieces(n, ACROSS) * ACROSS;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += DEEP) {
        for (int e = t; e < HIGH * DEEP; e += HIGH * ACROSS) {
            int i = i0 + e / DEEP, p = p0 + e % DEEP;
            a_tile[e / DEEP][e % DEEP] = i < m && p < k ? a[i * k + p] : 0;
        }
        for (int e = t; e < DEEP * ACROSS; e += HIGH * ACROSS) {
            int p = p0 + e / ACROSS, j = j0 + e % ACROSS;
            b_tile[e / ACROSS][e % ACROSS] = p < k && j < n ? b[p * n + j] : 0;
        }
        __syncthreads();
        for (int p = DEEP - 1; p >= 0; p--)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i0 + ty < m && j0 + tx < n)
        c[(i0 + ty) * n + j0 + tx] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (n < 8)
        tiles_of<64, 3, 7><<<pieces(m, 64) * pieces(n, 3), 64 * 3>>>(d_c, d_a, d_b, m, n, k);
    else
        tiles_of<5, 48, 24><<<pieces(m, 5) * pieces(n, 48), 5 * 48>>>(d_c, d_a, d_b, m, n, k);
}
