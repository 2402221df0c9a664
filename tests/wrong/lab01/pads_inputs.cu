/* in the long tests, expects: gpu_ex12 WRONG (wrote outside|changed its input) */
/* Pads a and b with zeros to whole float4, in memory that is not its own. */
#include "all_but_ex12.h"

__global__ void pad(float *a, float *b, int n)
{
    int i = n + threadIdx.x;

    if (i < (n + 3) / 4 * 4)
        a[i] = b[i] = 0;
}

__global__ void add_padded(float *c, const float4 *a, const float4 *b, int n)
{
    int q = blockIdx.x * blockDim.x + threadIdx.x;

    if (4 * q >= n)
        return;
    float sum[4] = { a[q].x + b[q].x, a[q].y + b[q].y, a[q].z + b[q].z, a[q].w + b[q].w };
    for (int e = 0; e < 4 && 4 * q + e < n; e++)
        c[4 * q + e] = sum[e];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    pad<<<1, 4>>>((float *)d_a, (float *)d_b, n);
    add_padded<<<((n + 3) / 4 + 255) / 256, 256>>>(d_c, (const float4 *)d_a, (const float4 *)d_b,
                                                   n);
}
