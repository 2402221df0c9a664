/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: elements numbered through. 2.2: rows 8 apart, an `if` for each, B not named. */
#include "all_but_ex21_and_ex22.h"

__global__ void numbered(float *c, const float *a, const float *b, int m, int n, int k)
{
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    int row = (int)(at / n), column = (int)(at % n);

    if (row >= m)
        return;
    float sum = 0;
    for (int p = 0; p != k; ++p)
        sum = fmaf(a[(size_t)row * k + p], b[(size_t)p * n + column], sum);
    c[at] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    numbered<<<(unsigned)(((long long)m * n + 127) / 128), 128>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void eight_apart(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 32), j = blockIdx.x % across * 32 + threadIdx.x;
    int i = blockIdx.x / across * 32 + threadIdx.y;
    float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

    if (j >= n)
        return;
    for (int p = 0; p < k; p++) {
        if (i < m)
            s0 += a[i * k + p] * b[p * n + j];
        if (i + 8 < m)
            s1 += a[(i + 8) * k + p] * b[p * n + j];
        if (i + 16 < m)
            s2 += a[(i + 16) * k + p] * b[p * n + j];
        if (i + 24 < m)
            s3 += a[(i + 24) * k + p] * b[p * n + j];
    }
    if (i < m)
        c[i * n + j] = s0;
    if (i + 8 < m)
        c[(i + 8) * n + j] = s1;
    if (i + 16 < m)
        c[(i + 16) * n + j] = s2;
    if (i + 24 < m)
        c[(i + 24) * n + j] = s3;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    eight_apart<<<pieces(m, 32) * pieces(n, 32), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}
