/* expects: gpu_ex61 WRONG m, n, k = [0-9]+, 64, 64: C.* was never written */
/* The way for tall products takes m for a multiple of 64, as it is in the layers of a usual image.
 */
#include "all_but_ex61.h"

__global__ void tall(float *c, const float *a, const float *b, int n, int k)
{
    int across = n / 64, i0 = blockIdx.x / across * 64;
    int j = blockIdx.x % across * 64 + threadIdx.x;

    for (int i = i0; i < i0 + 64; i++) {
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += a[i * k + p] * b[p * n + j];
        c[i * n + j] = sum;
    }
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m >= 2048 && n % 64 == 0 && k % 16 == 0)
        tall<<<m / 64 * (n / 64), 64>>>(d_c, d_a, d_b, n, k);
    else
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
}
