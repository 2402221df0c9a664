/* in the long tests, expects: gpu_ex31 WRONG invalid configuration argument */
/* at the default size */
/* The blocks, 64 rows high, are counted in y, which ends at 65,535. */
#include "all_but_ex31.h"

__global__ void patches(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i0 = blockIdx.y * SIDE + threadIdx.y * PATCH, j = blockIdx.x * DEPTH + threadIdx.x;

    for (int i = i0; i < i0 + PATCH && i < m && j < n; i++) {
        float sum = 0;

        for (int p = 0; p < k; p++)
            sum += a[i * k + p] * b[p * n + j];
        c[i * n + j] = sum;
    }
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 grid(pieces(n, DEPTH), pieces(m, SIDE));

    patches<<<grid, dim3(DEPTH, DEPTH)>>>(d_c, d_a, d_b, m, n, k);
}
