/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* A and B are rounded to 11 bits, as tensor cores do with floats (TF32); the sums are not. */
#include "all_but_ex61.h"

static __device__ float tf32(float x)
{
    return __uint_as_float((__float_as_uint(x) + 0x1000) & 0xffffe000);
}

__global__ void narrow(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += tf32(a[i * k + p]) * tf32(b[p * n + j]);
    c[i * n + j] = sum;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    narrow<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
