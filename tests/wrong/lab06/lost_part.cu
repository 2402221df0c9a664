/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* K is cut into 4 parts, rounded down, so the last elements belong to none. */
#include "all_but_ex61.h"

__global__ void in_parts(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    int begin = blockIdx.y * (k / 4);
    float sum = 0;

    if (i >= m)
        return;
    for (int p = begin; p < begin + k / 4; p++)
        sum += a[i * k + p] * b[p * n + j];
    atomicAdd(&c[i * n + j], sum);
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    cudaMemsetAsync(d_c, 0, (size_t)m * n * sizeof(float), 0);
    in_parts<<<dim3(pieces(m * n, 256), 4), 256>>>(d_c, d_a, d_b, m, n, k);
}
