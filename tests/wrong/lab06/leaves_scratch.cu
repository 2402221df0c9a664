/* expects: gpu_ex61 ok */
/* on the CPU device: gpu_ex61 WRONG m, n, k = 33, 31, 147: each call leaves more behind */
/* Computes in scratch memory that nobody frees. */
#include "all_but_ex61.h"

__global__ void product(float *c, const float *a, const float *b, int m, int n, int k)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x, i = at / n, j = at % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[at] = sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    size_t bytes = (size_t)m * n * sizeof(float);
    float *scratch;

    cudaMallocAsync((void **)&scratch, bytes, 0);
    product<<<pieces(m * n, 256), 256>>>(scratch, d_a, d_b, m, n, k);
    cudaMemcpyAsync(d_c, scratch, bytes, cudaMemcpyDeviceToDevice, 0);
}
