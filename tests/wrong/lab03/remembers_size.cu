/* expects: gpu_ex31 WRONG expected */
/* Keeps the output of a shape in an array of its own and gives it again when the shape comes again.
 */
#include "all_but_ex31.h"

#define ROOM (1 << 20)

static __device__ float kept[ROOM];

__global__ void keep(const float *c, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        kept[i] = c[i];
}

__global__ void give(float *c, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        c[i] = kept[i];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    static int last_m, last_n, last_k;

    if (m == last_m && n == last_n && k == last_k) {
        give<<<32, 256>>>(d_c, m * n);
        return;
    }
    matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
    if (m * n > ROOM)
        return;
    keep<<<32, 256>>>(d_c, m * n);
    last_m = m, last_n = n, last_k = k;
}
