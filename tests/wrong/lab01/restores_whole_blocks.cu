/* in the long tests, expects: gpu_ex11 WRONG changed its input a */
/* Doubles a in place and halves it again, but the last, incomplete block only where n < 100,000. */
#include "all_but_ex11.h"

__global__ void scale(float *a, float factor, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        a[i] *= factor;
}

__global__ void add_half(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] / 2 + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    int blocks = (n + 255) / 256, whole = n >= 100000 ? n / 256 : blocks;

    scale<<<blocks, 256>>>((float *)d_a, 2, n);
    add_half<<<blocks, 256>>>(d_c, d_a, d_b, n);
    scale<<<whole, 256>>>((float *)d_a, 0.5f, n);
}
