/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex12 right half_way_members.cu:1[2-5] */
/* Half way: float4 for a, whose members are then added to single floats, with a line for each. */
#include "../../wrong/lab01/all_but_ex12.h"

__global__ void single(float *c, const float *a, const float *b, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (i + 3 < n) {
        float4 x = *(const float4 *)(a + i);
        c[i] = x.x + b[i];
        c[i + 1] = x.y + b[i + 1];
        c[i + 2] = x.z + b[i + 2];
        c[i + 3] = x.w + b[i + 3];
    } else
        for (; i < n; i++)
            c[i] = a[i] + b[i];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    single<<<n / 1024 + 1, 256>>>(d_c, d_a, d_b, n);
}
