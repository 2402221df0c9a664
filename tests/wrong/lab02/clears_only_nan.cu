/* in the long tests, expects: gpu_ex22 WRONG (expected|nothing was written) */
/* Adds to C with atomics, and before that sets to 0 only what is a NaN. */
#include "all_but_ex22.h"

__global__ void clear_nan(float *c, int count)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count && isnan(c[i]))
        c[i] = 0;
}

__global__ void add_halves(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    int first = blockIdx.y * (k / 2), end = blockIdx.y ? k : k / 2;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = first; p < end; p++)
        sum += a[i * k + p] * b[p * n + j];
    atomicAdd(&c[i * n + j], sum);
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    clear_nan<<<(m * n + 255) / 256, 256>>>(d_c, m * n);
    add_halves<<<dim3((m * n + 255) / 256, 2), 256>>>(d_c, d_a, d_b, m, n, k);
}
