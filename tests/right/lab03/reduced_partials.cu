/* in the long tests, expects: gpu_ex31 ok */
/* goals: gpu_ex31 right reduced_partials.cu:18 */
/* Four partial products in a scratch array, summed by a second kernel; large matrices go without.
 */
#include "../../wrong/lab03/all_but_ex31.h"

#define PARTS 4
#define ROOM  (1 << 18)

static __device__ float partial[PARTS][ROOM];

__global__ void one_part(const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    for (int p = blockIdx.y; p < k && i < m; p += PARTS)
        sum += a[i * k + p] * b[p * n + j];
    if (i < m)
        partial[blockIdx.y][e] = sum;
}

__global__ void sum_parts(float *c, int count)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x;

    if (e < count)
        c[e] = (partial[0][e] + partial[1][e]) + (partial[2][e] + partial[3][e]);
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m * n, 160);

    if (m * n > ROOM) {
        matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
        return;
    }
    one_part<<<dim3(blocks, PARTS), 160>>>(d_a, d_b, m, n, k);
    sum_parts<<<blocks, 160>>>(d_c, m * n);
}
