/* expects: gpu_ex32 WRONG changed its input B: element \[4556\] */
/* C is right, but B is no longer what it was. */
#include "all_but_ex32.h"

__global__ void spoil(float *b, int n, int k)
{
    b[n * k - 1] += 1;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_ex32_right(d_c, d_a, d_b, m, n, k);
    spoil<<<1, 1>>>((float *)d_b, n, k);
}
