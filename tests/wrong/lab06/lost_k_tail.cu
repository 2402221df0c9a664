/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* Sums over whole steps of 16 only. */
#include "all_but_ex61.h"

__global__ void whole_steps(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k / 16 * 16; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    whole_steps<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
