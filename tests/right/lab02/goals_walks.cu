/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: pointers that walk, blocks of 8 x 32. 2.2: eight rows, by a template; A by float4 along k
 * where it is aligned. */
#include "all_but_ex21_and_ex22.h"

__global__ void walks(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 8), i = blockIdx.x / across * 32 + threadIdx.y;
    int j = blockIdx.x % across * 8 + threadIdx.x;

    if (i >= m || j >= n)
        return;
    const float *x = a + (size_t)i * k, *end = x + k, *y = b + j;
    float sum = 0;
    for (; x != end; y += n)
        sum += *x++ * *y;
    c[(size_t)i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    walks<<<pieces(m, 32) * pieces(n, 8), dim3(8, 32)>>>(d_c, d_a, d_b, m, n, k);
}

template <int R>
__global__ void rows(float *__restrict__ c, const float *__restrict__ a,
                     const float *__restrict__ b, int m, int n, int k)
{
    int across = pieces(n, 128), i = blockIdx.x / across * R, j = blockIdx.x % across * 128;
    float sum[R];

    j += threadIdx.x;
    if (j >= n)
        return;
#pragma unroll
    for (int r = 0; r < R; ++r)
        sum[r] = 0.f;
    int p = 0;
    if (k % 4 == 0)
        for (; p < k; p += 4) {
            float b0 = b[p * n + j], b1 = b[(p + 1) * n + j];
            float b2 = b[(p + 2) * n + j], b3 = b[(p + 3) * n + j];
#pragma unroll
            for (int r = 0; r < R; ++r)
                if (i + r < m) {
                    float4 v = *reinterpret_cast<const float4 *>(a + (i + r) * k + p);
                    sum[r] += v.x * b0 + v.y * b1 + v.z * b2 + v.w * b3;
                }
        }
    for (; p < k; ++p) {
        float x = b[p * n + j];
#pragma unroll
        for (int r = 0; r < R; ++r)
            if (i + r < m)
                sum[r] += a[(i + r) * k + p] * x;
    }
#pragma unroll
    for (int r = 0; r < R; ++r)
        if (i + r < m)
            c[(i + r) * n + j] = sum[r];
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    rows<8><<<pieces(m, 8) * pieces(n, 128), 128>>>(d_c, d_a, d_b, m, n, k);
}
