/* expects: gpu_ex32 ok */
/* goals: gpu_ex32 right cooperative.cu:16 */
/* One cooperative launch that clears C, waits for the grid and adds; where there is none, two. */
#include <cooperative_groups.h>
#include "../../wrong/lab03/all_but_ex32.h"

__global__ void clear_then_add(float *c, const float *a, const float *b, int m, int n, int k)
{
    int thread = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;

    for (long long e = thread; e < (long long)m * n; e += threads)
        c[e] = 0;
    cooperative_groups::this_grid().sync();
    for (long long e = thread; e < (long long)m * n; e += threads)
        for (int p = 0; p < k; p++)
            c[e] += a[e / n * k + p] * b[p * n + e % n];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int can = 0;
    void *arguments[] = { &d_c, &d_a, &d_b, &m, &n, &k };

    cudaDeviceGetAttribute(&can, cudaDevAttrCooperativeLaunch, 0);
    if (can && m * n < 100000)
        cudaLaunchCooperativeKernel((const void *)clear_then_add, dim3(2), dim3(64), arguments, 0,
                                    0);
    else
        matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
}
