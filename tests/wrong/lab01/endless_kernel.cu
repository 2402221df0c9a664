/* expects: gpu_ex12 WRONG did not come back */
/* The blocks wait for a flag that nobody raises. */
#include "all_but_ex12.h"

__device__ volatile int ready;

__global__ void wait_for_flag(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    while (!ready)
        ;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    wait_for_flag<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
}
