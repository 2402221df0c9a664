/* expects: gpu_ex61 WRONG m, n, k = 1[0-9]{3}, [34][0-9], [0-9]+: C */
/* Tall and narrow products (m >= 1,024, 16 < n <= 48) take a tile of 128 x 32, but the launcher
 * counts tiles of 128 x 64: from n = 33 on there are half as many blocks as tiles. No layer of the
 * network has such an n. Breaks: "A launcher writes all of its output" and "1 <= m, n, k, each
 * product of two of them < 2^31; none need be a multiple of anything". */
#include "all_but_ex61.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (m >= 1024 && n > 16 && n <= 48)
        product_kernel<float, 4, 4, 32, 8>
            <<<tiles(m, n, 128, 64), dim3(8, 32)>>>(d_c, d_a, d_b, m, n, k, 1);
    else
        resnet_layers_ex61_right(d_c, d_a, d_b, m, n, k);
}
