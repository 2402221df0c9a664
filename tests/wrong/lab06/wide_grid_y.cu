/* expects: gpu_ex61 WRONG .*invalid configuration */
/* Rows of tiles along x, because y ends at 65,535; columns of tiles along y, where the same end
 * waits for n > 65,535 * 32. Breaks: "1 <= m, n, k, each product of two of them < 2^31; none need
 * be a multiple of anything". */
#define TILE_ROW    blockIdx.x
#define TILE_COLUMN blockIdx.y
#include "patch.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (tiles(m, n, 64, 64) >= 100)
        patch<4, 4><<<dim3(pieces(m, 64), pieces(n, 64)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        patch<2, 2><<<dim3(pieces(m, 32), pieces(n, 32)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
