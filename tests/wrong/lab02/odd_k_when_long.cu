/* in the long tests, expects: gpu_ex21 WRONG expected */
/* From k = 512 on two steps at a time; the last one of an odd k is lost. */
#include "all_but_ex21.h"

__global__ void two_steps(float *c, const float *a, const float *b, int m, int n, int k)
{
    int e = blockIdx.x * blockDim.x + threadIdx.x, i = e / n, j = e % n;
    float even = 0, odd = 0;

    if (i >= m)
        return;
    for (int p = 0; p + 1 < k; p += 2) {
        even += a[i * k + p] * b[p * n + j];
        odd += a[i * k + p + 1] * b[(p + 1) * n + j];
    }
    c[i * n + j] = even + odd;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (k < 512)
        matmul_naive_ex21_right(d_c, d_a, d_b, m, n, k);
    else
        two_steps<<<(m * n + 255) / 256, 256>>>(d_c, d_a, d_b, m, n, k);
}
