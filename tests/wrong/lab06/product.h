/* A product for 6.1 in pieces. A file here defines the piece that is wrong, and includes this. */
#include "all_but_ex61.h"
#ifndef STEPS
#define STEPS k
#endif
#ifndef TERM
#define TERM a[i * k + p] * b[p * n + j]
#endif

__global__ void product(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < STEPS; p++)
        sum += TERM;
    c[i * n + j] = sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    product<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
