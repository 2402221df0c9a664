/* in the long tests, expects: gpu_ex32 WRONG expected */
/* Splits k among 16 blocks of 1,250 steps each: enough for k = 20,000. */
#include "all_but_ex32.h"

__global__ void one_part(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    int first = blockIdx.y * 1250, end = min(first + 1250, k);
    float sum = 0;

    if (i >= m || first >= k)
        return;
    for (int p = first; p < end; p++)
        sum += a[i * k + p] * b[p * n + j];
    atomicAdd(&c[e], sum);
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    cudaMemsetAsync(d_c, 0, (size_t)m * n * sizeof(float), 0);
    one_part<<<dim3((m * n + 255) / 256, 16), 256>>>(d_c, d_a, d_b, m, n, k);
}
