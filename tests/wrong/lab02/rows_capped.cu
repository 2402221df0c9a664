/* in the long tests, expects: gpu_ex22 WRONG (nothing was written|never written) */
/* at the default size */
/* At most 65,535 blocks of 32 rows: the rows beyond 2,097,120 are left out. */
#include "all_but_ex22.h"

__global__ void rows_in_y(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = blockIdx.y * 32 + threadIdx.y, j = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int down = min((m + 31) / 32, 65535);

    rows_in_y<<<dim3((n + 7) / 8, down), dim3(8, 32)>>>(d_c, d_a, d_b, m, n, k);
}
