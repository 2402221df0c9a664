/* expects: gpu_ex61 WRONG .*waited for the device: it must return at once; cudaFree waits */
/* only the CPU device can tell */
/* Parts of K in memory that each call makes by cudaMalloc and gives back by cudaFree, which waits
 * until the kernels have finished. Breaks: "A launcher writes all of its output, nothing else,
 * changes no input, launches on the default stream and does not wait." */
#include "all_but_ex61.h"

__global__ void one_part(float *parts, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = blockIdx.y; p < k; p += gridDim.y)
        sum += a[i * k + p] * b[p * n + j];
    parts[(long long)blockIdx.y * m * n + e] = sum;
}

__global__ void sum_parts(float *c, const float *parts, int count, int of)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    for (int part = 0; part < of && e < count; part++)
        sum += parts[(long long)part * count + e];
    if (e < count)
        c[e] = sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m * n, 128);
    float *parts;

    if (m * n > 10000 || k < 512) {
        launch(d_c, d_a, d_b, m, n, k, 1);
        return;
    }
    cudaMalloc((void **)&parts, sizeof(*parts) * 7 * m * n);
    one_part<<<dim3(blocks, 7), 128>>>(parts, d_a, d_b, m, n, k);
    sum_parts<<<blocks, 128>>>(d_c, parts, m * n, 7);
    cudaFree(parts);
}
