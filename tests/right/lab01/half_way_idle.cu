/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 right half_way_idle.cu:15, gpu_ex12 right half_way_idle.cu:10 */
/* 1.1: a grid so large that hardly a thread adds twice. 1.2: float4 at the shape that the sheet
 * names, and v1 elsewhere. */
#include "all_but_ex11_and_ex12.h"

__global__ void one_each(float *c, const float *a, const float *b, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        c[i] = a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    one_each<<<65535, 128>>>(d_c, d_a, d_b, n);
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n == 1 << 22)
        answer_ex12(d_c, d_a, d_b, n);
    else
        one_each<<<1024, 256>>>(d_c, d_a, d_b, n);
}
