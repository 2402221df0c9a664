/* in the long tests, expects: gpu_ex31 WRONG wrote outside */
/* Uses 256 floats from 2,048 behind C on as scratch, and leaves them as they are. */
#include "all_but_ex31.h"

__global__ void scratch(float *c, int count)
{
    c[count + 2048 + threadIdx.x] = c[threadIdx.x % count];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    scratch<<<1, 256>>>(d_c, m * n);
}
