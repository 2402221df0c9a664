/* expects: gpu_ex61 WRONG .*invalid configuration */
/* Where tiles are few, each block sums 32 of K, and the parts are numbered along z, which ends at
 * 65,535: not launched for k > 2,097,120. Breaks: "1 <= m, n, k, each product of two of them <
 * 2^31; none need be a multiple of anything". */
#define BEGIN blockIdx.z * 32
#define END   min(k, begin + 32)
#define STORE atomicAdd(&c[i * n + j], sum[r][s])
#include "patch.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (tiles(m, n, 32, 32) >= 16) {
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
        return;
    }
    cudaMemsetAsync(d_c, 0, sizeof(float) * m * n, 0);
    patch<2, 2>
        <<<dim3(tiles(m, n, 32, 32), 1, pieces(k, 32)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
