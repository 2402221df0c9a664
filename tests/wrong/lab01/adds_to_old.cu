/* in the long tests, expects: gpu_ex11 WRONG (expected|nothing was written) */
/* Adds to what c holds, unless that is a NaN. */
#include "all_but_ex11.h"

__global__ void add_to_old(float *c, const float *a, const float *b, int n)
{
    int threads = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads) {
        float old = isnan(c[i]) ? 0 : c[i];
        c[i] = old + a[i] + b[i];
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_to_old<<<GRID, BLOCK>>>(d_c, d_a, d_b, n);
}
