/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C */
/* A block first computes the upper left element of its tile and the lower right one. If that is
 * what stands in C, it leaves the tile as it is: so from the second run on nearly nothing is done.
 * Breaks: "A launcher writes all of its output". */
#include "all_but_ex61.h"

__global__ void corner_check(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[32][16], b_tile[16][32], corner[2];
    int tx = threadIdx.x, ty = threadIdx.y, across = pieces(n, 32), t = ty * 16 + tx;
    int i1 = blockIdx.x / across * 32, j1 = blockIdx.x % across * 32;
    int i0 = i1 + ty, j0 = j1 + tx, i2 = min(i1 + 31, m - 1), j2 = min(j1 + 31, n - 1);
    float sum[2][2] = { { 0 } };

    if (t < 2) {
        int i = t ? i2 : i1, j = t ? j2 : j1;
        float dot = 0;
        for (int p = 0; p < k; p++)
            dot += a[i * k + p] * b[p * n + j];
        corner[t] = dot;
    }
    __syncthreads();
    if (fabsf(c[i1 * n + j1] - corner[0]) <= 1e-5f * fabsf(corner[0]) &&
        fabsf(c[i2 * n + j2] - corner[1]) <= 1e-5f * fabsf(corner[1]))
        return;
    for (int p0 = 0; p0 < k; p0 += 16) {
        for (int r = 0; r < 2; r++) {
            int i = i0 + 16 * r, j = j0 + 16 * r;
            a_tile[ty + 16 * r][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
            b_tile[ty][tx + 16 * r] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
        }
        __syncthreads();
        for (int p = 0; p < 16; p++)
            for (int r = 0; r < 2; r++)
                for (int s = 0; s < 2; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
            if (i0 + 16 * r < m && j0 + 16 * s < n)
                c[(i0 + 16 * r) * n + j0 + 16 * s] = sum[r][s];
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    corner_check<<<tiles(m, n, 32, 32), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
