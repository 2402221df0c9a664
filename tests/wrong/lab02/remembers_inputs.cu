/* in the long tests, expects: gpu_ex21 WRONG expected */
/* Looks at the corners of A and B: if they are those of the last call, gives its output again. */
#include "all_but_ex21.h"

#define ROOM (1 << 20)

__device__ float kept[ROOM], seen[4];
__device__ int same;

__global__ void look(const float *a, const float *b, int m, int n, int k)
{
    float now[4] = { a[0], a[m * k - 1], b[0], b[k * n - 1] };

    same = 1;
    for (int e = 0; e < 4; e++) {
        same &= seen[e] == now[e];
        seen[e] = now[e];
    }
}

__global__ void product_or_kept(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float sum = 0;

    if (i >= m)
        return;
    if (!same || m * n > ROOM)
        for (int p = 0; p < k; p++)
            sum += a[i * k + p] * b[p * n + j];
    else
        sum = kept[i * n + j];
    c[i * n + j] = sum;
    if (m * n <= ROOM)
        kept[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    look<<<1, 1>>>(d_a, d_b, m, n, k);
    product_or_kept<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
