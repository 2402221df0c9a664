/* in the long tests, expects: gpu_ex21 WRONG expected */
/* Four products at a time; of what is left over, two are forgotten. */
#include "all_but_ex21.h"

__global__ void g(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 32);
    int i = blockIdx.x / across * 8 + threadIdx.y, j = blockIdx.x % across * 32 + threadIdx.x;
    float s = 0;
    int p = 0;
    if (i >= m || j >= n)
        return;
    for (; p + 4 <= k; p += 4)
        for (int q = 0; q < 4; q++)
            s += a[i * k + p + q] * b[(p + q) * n + j];
    if (k % 4 == 1)
        s += a[i * k + p] * b[p * n + j];
    else if (k % 4 == 3)
        for (int q = 0; q < 3; q++)
            s += a[i * k + p + q] * b[(p + q) * n + j];
    c[i * n + j] = s;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    g<<<pieces(m, 8) * pieces(n, 32), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}
