/* in the long tests, expects: gpu_ex32 ok */
/* goals: gpu_ex32 right shuffled_tiles.cu:20 */
/* No shared memory: each lane holds a column of A's tile, and shuffles hand it round. */
#include "../../wrong/lab03/all_but_ex32.h"

__global__ void shuffled(float *c, const float *a, const float *b, int m, int n, int k)
{
    long long warp = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int lane = threadIdx.x % 32, strips = pieces(n, 32);
    int i = (int)(warp / strips), j = (int)(warp % strips) * 32 + lane;
    float sum[2] = { 0, 0 };

    if (i >= m) /* the whole warp */
        return;
    for (int p0 = 0; p0 < k; p0 += 32) {
        float mine = p0 + lane < k ? a[i * k + p0 + lane] : 0;
        for (int p = 0; p < 32; p++) {
            float a_p = __shfl_sync(0xffffffff, mine, p);
            if (p0 + p < k && j < n)
                sum[p % 2] += a_p * b[(p0 + p) * n + j];
        }
    }
    if (j < n)
        c[i * n + j] = sum[0] + sum[1];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (n < 8) /* most lanes would idle */
        matmul_tiled_v1(d_c, d_a, d_b, m, n, k);
    else
        shuffled<<<pieces(m * pieces(n, 32), 8), 8 * 32>>>(d_c, d_a, d_b, m, n, k);
}
