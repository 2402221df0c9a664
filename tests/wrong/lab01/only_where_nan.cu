/* in the long tests, expects: gpu_ex11 WRONG (expected|never written|nothing was written) */
/* Computes only what is a NaN still, as if an output were always filled with those. */
#include "all_but_ex11.h"

__global__ void where_nan(float *c, const float *a, const float *b, int n)
{
    int threads = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        if (isnan(c[i]))
            c[i] = a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    where_nan<<<GRID, BLOCK>>>(d_c, d_a, d_b, n);
}
