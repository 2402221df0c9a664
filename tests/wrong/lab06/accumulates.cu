/* expects: gpu_ex61 WRONG m, n, k =  */
/* Adds the product to what stands in C, where nobody has put a 0. */
#include "all_but_ex61.h"

__global__ void add_product(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] += sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    add_product<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
