/* expects: gpu_ex31 WRONG was never written */
/* Past 65,535 blocks in y it goes on in z, and counts a row of tiles too few in each z. */
#include "all_but_ex31.h"

#define MOST 65535

__global__ void in_y_and_z(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.z * (MOST + 1) + blockIdx.y) * TILE + threadIdx.y;
    int j = blockIdx.x * TILE + threadIdx.x;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int rows = pieces(m, TILE), in_y = rows < MOST ? rows : MOST;
    dim3 grid(pieces(n, TILE), in_y, pieces(rows, MOST));

    in_y_and_z<<<grid, dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
}
