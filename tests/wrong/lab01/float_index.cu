/* in the long tests, expects: gpu_v1 WRONG (nothing was written|never written) */
/* at the default size */
/* Computes the index in float, which has no odd numbers above 2^24. */
#include "all_but_v1.h"

__global__ void float_index(float *c, const float *a, const float *b, int n)
{
    float place = (float)blockIdx.x * blockDim.x + threadIdx.x;
    int i = (int)place;

    if (i < n)
        c[i] = a[i] + b[i];
}

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    float_index<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
}
