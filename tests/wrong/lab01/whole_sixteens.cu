/* in the long tests, expects: gpu_ex12 WRONG (nothing was written|never written) */
/* at the default size */
/* From 100,000 elements on 16 per thread, without those that are left over. */
#include "all_but_ex12.h"

__global__ void sixteen_each(float4 *c, const float4 *a, const float4 *b, int n)
{
    int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    for (int q = first; q < first + 4 && first < n / 16 * 4; q++)
        c[q] = make_float4(a[q].x + b[q].x, a[q].y + b[q].y, a[q].z + b[q].z, a[q].w + b[q].w);
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n < 100000)
        vector_add_ex12_right(d_c, d_a, d_b, n);
    else
        sixteen_each<<<(n / 16 + 255) / 256, 256>>>((float4 *)d_c, (const float4 *)d_a,
                                                    (const float4 *)d_b, n);
}
