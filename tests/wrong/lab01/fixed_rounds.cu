/* in the long tests, expects: gpu_ex11 WRONG (nothing was written|never written) */
/* at the default size */
/* Every thread takes 16 elements, which is enough up to 2^22 of them. */
#include "all_but_ex11.h"

__global__ void sixteen_rounds(float *c, const float *a, const float *b, int n)
{
    int threads = gridDim.x * blockDim.x;

    for (int round = 0; round < 16; round++) {
        int i = round * threads + blockIdx.x * blockDim.x + threadIdx.x;
        if (i < n)
            c[i] = a[i] + b[i];
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    sixteen_rounds<<<GRID, BLOCK>>>(d_c, d_a, d_b, n);
}
