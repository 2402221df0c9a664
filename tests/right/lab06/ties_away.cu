/* expects: gpu_ex62 ok */
/* goals: gpu_ex62 right ties_away.cu:28 */
/* Rounds each sum to a half by its bits: to the nearest, but a tie away from zero, not to the even
 * one. */
#include "../../wrong/lab06/all_but_ex62.h"

static __device__ __half nearest(float x)
{
    unsigned int bits = __float_as_uint(x), sign = bits >> 16 & 0x8000;
    unsigned int rest = bits & 0x7fffffff;

    if (rest >= 0x7f800000) /* infinite, or not a number */
        return __float2half(x);
    if (rest < 0x38800000) /* below 2^-14 the halves are the multiples of 2^-24 */
        return __ushort_as_half(
            (unsigned short)(sign | (unsigned int)roundf(fabsf(x) * 16777216.0f)));
    return __ushort_as_half((unsigned short)(sign | (rest - 0x38000000 + 0x1000) >> 13));
}

__global__ void rounds_itself(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int at = blockIdx.x * blockDim.x + threadIdx.x, i = at / n, j = at % n;
    float sum = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++)
        sum += __half2float(a[i * k + p]) * __half2float(b[p * n + j]);
    c[at] = nearest(sum);
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    rounds_itself<<<pieces(m * n, 256), 256>>>(d_c, d_a, d_b, m, n, k);
}
