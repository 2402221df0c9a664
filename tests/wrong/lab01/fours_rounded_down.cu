/* in the long tests, expects: gpu_ex12 WRONG n = 4100: c.4096. was never written */
/* A multiple of four goes its own way, over whole blocks of float4 only. */
#include "all_but_ex12.h"

__global__ void add4(float *c, const float *a, const float *b, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
    if (i + 3 < n) {
        float4 x = *(const float4 *)(a + i), y = *(const float4 *)(b + i);
        *(float4 *)(c + i) = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    }
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    if (n % 4) {
        vector_add_ex12_right(d_c, d_a, d_b, n);
        return;
    }
    int blocks = n / 1024 ? n / 1024 : 1;
    add4<<<blocks, 256>>>(d_c, d_a, d_b, n);
}
