/* expects: gpu_ex31 WRONG m, n, k = .*expected */
/* The last product of each sum is lost, but only where k lies between 2,000 and 30,000. */
#include "all_but_ex31.h"

__global__ void one_less(float *c, const float *a, const float *b, int m, int n, int k)
{
    int j = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;

    if (j >= m * n)
        return;
    for (int p = 0; p < k - 1; p++)
        sum += a[j / n * k + p] * b[p * n + j % n];
    c[j] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (k > 2000 && k < 30000 && m * n < 1000)
        one_less<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
    else
        matmul_tiled_ex31_right(d_c, d_a, d_b, m, n, k);
}
