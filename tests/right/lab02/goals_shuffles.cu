/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* 2.1: a lane loads an element of A for the whole warp, which gets it by a shuffle. 2.2: a quarter
 * of the rows apart. */
#include "all_but_ex21_and_ex22.h"

__global__ void shuffled_row(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 32), lane = threadIdx.x;
    int i = blockIdx.x / across * 8 + threadIdx.y, j = blockIdx.x % across * 32 + lane;
    float sum = 0;

    if (i >= m) /* the whole warp */
        return;
    for (int p0 = 0; p0 < k; p0 += 32) {
        float mine = p0 + lane < k ? a[i * k + p0 + lane] : 0;
        for (int e = 0; e < 32 && p0 + e < k; e++) {
            float x = __shfl_sync(0xffffffff, mine, e);
            if (j < n)
                sum += x * b[(p0 + e) * n + j];
        }
    }
    if (j < n)
        c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    shuffled_row<<<pieces(m, 8) * pieces(n, 32), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void quarters(float *c, const float *a, const float *b, int m, int n, int k)
{
    int quarter = pieces(m, 4), across = pieces(n, 64);
    int i = blockIdx.x / across * 4 + threadIdx.y, j = blockIdx.x % across * 64 + threadIdx.x;
    float sums[4] = {};

    if (i >= quarter || j >= n)
        return;
    for (int p = 0; p < k; p++) {
        float x = b[p * n + j];
#pragma unroll
        for (int r = 0; r < 4; r++)
            if (i + r * quarter < m)
                sums[r] += a[(i + r * quarter) * k + p] * x;
    }
    for (int r = 0; r < 4; r++)
        if (i + r * quarter < m)
            c[(i + r * quarter) * n + j] = sums[r];
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    quarters<<<pieces(pieces(m, 4), 4) * pieces(n, 64), dim3(64, 4)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
