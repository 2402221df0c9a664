/* expects: gpu_ex61 WRONG .*invalid configuration */
/* The usual grid: columns of tiles along x, rows of tiles along y, with tiles of 64 x 64 or 32 x
 * 32. It ends at 65,535 * 64 rows (4,194,240). Breaks: "1 <= m, n, k, each product of two of them
 * < 2^31; none need be a multiple of anything". */
#define TILE_ROW    blockIdx.y
#define TILE_COLUMN blockIdx.x
#include "patch.h"

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (tiles(m, n, 64, 64) >= 100)
        patch<4, 4><<<dim3(pieces(n, 64), pieces(m, 64)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
    else
        patch<2, 2><<<dim3(pieces(n, 32), pieces(m, 32)), dim3(16, 16)>>>(d_c, d_a, d_b, m, n, k);
}
