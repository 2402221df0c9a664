/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: 64 x 4 threads; a do loop. 2.2: four neighbouring columns, B by float4 where its rows allow
 * it. */
#include "all_but_ex21_and_ex22.h"

static __device__ float dot(const float *row, const float *column, int k, int step)
{
    float sum = 0;
    int p = 0;
    do {
        sum += row[p] * column[(size_t)p * step];
    } while (++p < k);
    return sum;
}

__global__ void wide(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 64), j = blockIdx.x % across * 64 + threadIdx.x;
    int i = blockIdx.x / across * 4 + threadIdx.y;

    if (i < m && j < n)
        c[i * n + j] = dot(a + i * k, b + j, k, n);
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    wide<<<pieces(m, 4) * pieces(n, 64), dim3(64, 4)>>>(d_c, d_a, d_b, m, n, k);
}

__global__ void quads(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 128), j = blockIdx.x % across * 128 + 4 * threadIdx.x;
    int i = blockIdx.x / across * 8 + threadIdx.y;
    float4 sum = make_float4(0, 0, 0, 0);

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++) {
        float x = a[i * k + p];
        const float *y = &b[p * n + j];
        float4 v = n % 4 ? make_float4(y[0], j + 1 < n ? y[1] : 0, j + 2 < n ? y[2] : 0,
                                       j + 3 < n ? y[3] : 0)
                         : *(const float4 *)y;
        sum.x += x * v.x;
        sum.y += x * v.y;
        sum.z += x * v.z;
        sum.w += x * v.w;
    }
    float four[] = { sum.x, sum.y, sum.z, sum.w };
    for (int e = 0; e < 4 && j + e < n; e++)
        c[i * n + j + e] = four[e];
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    quads<<<pieces(m, 8) * pieces(n, 128), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
}
