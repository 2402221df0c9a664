/* in the long tests, expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* Reads B as if its rows were its columns. */
#include "all_but_ex61.h"

__global__ void transposed(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[j * k + p];
    c[i * n + j] = sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    transposed<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
