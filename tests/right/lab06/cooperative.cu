/* expects: gpu_ex61 ok */
/* goals: gpu_ex61 right cooperative.cu:19 */
/* Parts of K by a cooperative launch: all blocks write their parts to scratch that stays, meet at
 * a barrier of the grid, and add them up; where C is large the usual way. */
#include "../../wrong/lab06/all_but_ex61.h"

#include <cooperative_groups.h>

__device__ float partial[8 * 32768];

__global__ void together(float *c, const float *a, const float *b, int m, int n, int k)
{
    int threads = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x;

    for (int e = t; e < 8 * m * n; e += threads) {
        int part = e / (m * n), i = e % (m * n) / n, j = e % n;
        float sum = 0;
        for (int p = part; p < k; p += 8)
            sum += a[i * k + p] * b[p * n + j];
        partial[e] = sum;
    }
    cooperative_groups::this_grid().sync();
    for (int e = t; e < m * n; e += threads) {
        float sum = 0;
        for (int part = 0; part < 8; part++)
            sum += partial[part * m * n + e];
        c[e] = sum;
    }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m * (long long)n <= 32768) {
        void *arguments[] = { &d_c, &d_a, &d_b, &m, &n, &k };
        cudaLaunchCooperativeKernel((const void *)together, dim3(16), dim3(128), arguments, 0, 0);
    } else {
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
    }
}
