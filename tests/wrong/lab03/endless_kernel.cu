/* in the long tests, expects: gpu_ex32 WRONG did not come back */
/* The threads wait for a block that never comes, because the grid has too few. */
#include "all_but_ex32.h"

__device__ volatile int come;

__global__ void wait_for_all(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    if (threadIdx.x == 0)
        come = (int)blockIdx.x;
    while (come < 1 << 30)
        ;
    for (int p = 0; p < k && i < m; p++)
        sum += a[i * k + p] * b[p * n + j];
    if (i < m)
        c[e] = sum;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    wait_for_all<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
