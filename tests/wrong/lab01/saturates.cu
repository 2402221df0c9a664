/* in the long tests, expects: gpu_ex11 WRONG expected */
/* Clamps the sum to -2 .. 2, where it lies as long as the inputs lie in -1 .. 1. */
#include "all_but_ex11.h"

__global__ void add_saturated(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = fminf(fmaxf(a[i] + b[i], -2.0f), 2.0f);
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_saturated<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
}
