/* expects: gpu_ex12 WRONG n = 257: c\[256\] was never written.* 1 of 257 wrong, none */
/* Whole float4 only: the last n % 4 elements are never written. */
#include "all_but_ex12.h"

__global__ void quads_only(float4 *c, const float4 *a, const float4 *b, int quads)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < quads)
        c[i] = make_float4(a[i].x + b[i].x, a[i].y + b[i].y, a[i].z + b[i].z, a[i].w + b[i].w);
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n >= 4)
        quads_only<<<(n / 4 + 255) / 256, 256>>>((float4 *)d_c, (const float4 *)d_a,
                                                 (const float4 *)d_b, n / 4);
}
