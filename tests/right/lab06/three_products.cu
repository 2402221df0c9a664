/* expects: gpu_ex61 ok */
/* goals: gpu_ex61 right three_products.cu:21 */
/* As tensor cores do it when they must be exact: x = high + low, of 11 and 13 bits, and three
 * products. */
#include "../../wrong/lab06/all_but_ex61.h"

static __device__ float high(float x)
{
    return __uint_as_float(__float_as_uint(x) & 0xffffe000);
}

__global__ void three_products(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) / n;
    int j = (blockIdx.x * blockDim.x + threadIdx.x) % n;
    float sum = 0, small = 0;

    if (i >= m)
        return;
    for (int p = 0; p < k; p++) {
        float x = a[i * k + p], y = b[p * n + j], x_low = x - high(x), y_low = y - high(y);
        sum += high(x) * high(y);
        small += high(x) * y_low + x_low * y;
    }
    c[i * n + j] = sum + small;
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    three_products<<<pieces(m * n, 192), 192>>>(d_c, d_a, d_b, m, n, k);
}
