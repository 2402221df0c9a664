/* expects: gpu_ex11 WRONG wrote outside */
/* The loop begins one element in front of the vectors: c[-1] is written, too. */
#include "all_but_ex11.h"

__global__ void from_minus_one(float *c, const float *a, const float *b, int n)
{
    int threads = gridDim.x * blockDim.x;

    for (int i = (int)(blockIdx.x * blockDim.x + threadIdx.x) - 1; i < n; i += threads)
        c[i] = i < 0 ? 0 : a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    from_minus_one<<<GRID, BLOCK>>>(d_c, d_a, d_b, n);
}
