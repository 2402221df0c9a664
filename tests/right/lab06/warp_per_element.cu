/* expects: gpu_ex62 ok */
/* goals: gpu_ex62 done */
/* A few rows: a warp for each element of C, whose lanes sum every 32nd product and add up by
 * shuffles; blocks of 96 threads, in a loop over the grid. */
#include "../../wrong/lab06/all_but_ex62.h"

__global__ void warps(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    int lane = threadIdx.x % 32;

    for (int e = blockIdx.x * 3 + threadIdx.x / 32; e < m * n; e += gridDim.x * 3) {
        float sum = 0;
        for (int p = lane; p < k; p += 32)
            sum = fmaf(__half2float(a[e / n * k + p]), __half2float(b[p * n + e % n]), sum);
        for (int d = 16; d; d /= 2)
            sum += __shfl_xor_sync(0xffffffff, sum, d);
        if (lane == 0)
            c[e] = __float2half(sum);
    }
}

void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (m <= 8)
        warps<<<min(pieces(m * n, 3), 500), 96>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_ex62_right(d_c, d_a, d_b, m, n, k);
}
