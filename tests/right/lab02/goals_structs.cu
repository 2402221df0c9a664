/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: a template of the block's sides, a device function for the sum, in double. 2.2: a struct of
 * four sums, one-dimensional blocks. */
#include "all_but_ex21_and_ex22.h"

static __device__ double dot(const float *row, const float *col, int length, int stride)
{
    double sum = 0;
    for (const float *end = row + length; row < end; ++row, col += stride)
        sum += (double)*row * *col;
    return sum;
}

template <int X, int Y>
__global__ void element(float *c, const float *a, const float *b, int m, int n, int k)
{
    const int across = (n + X - 1) / X;
    const int i = (int)blockIdx.x / across * Y + (int)threadIdx.y;
    const int j = (int)blockIdx.x % across * X + (int)threadIdx.x;
    if (i < m and j < n)
        c[i * n + j] = (float)dot(a + i * k, b + j, k, n);
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    constexpr int X = 64, Y = 2;
    element<X, Y><<<((m + Y - 1) / Y) * ((n + X - 1) / X), dim3(X, Y)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

struct column {
    float x, y, z, w;
    __device__ void add(float p, float q, float r, float s, float by)
    {
        x += p * by;
        y += q * by;
        z += r * by;
        w += s * by;
    }
};

__global__ void columns_of_four(float *c, const float *a, const float *b, int m, int n, int k)
{
    long long t = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    int j = t % n, i = t / n * 4;
    if (i >= m)
        return;
    int last = m - 1;
    const float *r0 = a + min(i, last) * k, *r1 = a + min(i + 1, last) * k;
    const float *r2 = a + min(i + 2, last) * k, *r3 = a + min(i + 3, last) * k;
    column sum = { 0, 0, 0, 0 };
    for (int p = 0; p < k; p++)
        sum.add(r0[p], r1[p], r2[p], r3[p], b[p * n + j]);
    c[i * n + j] = sum.x;
    if (i + 1 < m)
        c[(i + 1) * n + j] = sum.y;
    if (i + 2 < m)
        c[(i + 2) * n + j] = sum.z;
    if (i + 3 < m)
        c[(i + 3) * n + j] = sum.w;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    long long threads = (long long)pieces(m, 4) * n;
    columns_of_four<<<(int)((threads + 255) / 256), 256>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
