/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 right half_way_separate.cu:14, gpu_ex22 right half_way_separate.cu:34 */
/* Half way. 2.1: a warp has 2 columns of 16 rows. 2.2: four elements, but one after the other. */
#include "all_but_ex21_and_ex22.h"

__global__ void two_wide(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 2);
    int i = blockIdx.x / across * 128 + threadIdx.y, j = blockIdx.x % across * 2 + threadIdx.x;
    float sum = 0;
    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    two_wide<<<pieces(m, 128) * pieces(n, 2), dim3(2, 128)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void one_by_one(float *c, const float *a, const float *b, int m, int n, int k)
{
    int across = pieces(n, 32);
    int i0 = (blockIdx.x / across * 8 + threadIdx.y) * 4,
        j = blockIdx.x % across * 32 + threadIdx.x;
    if (j >= n)
        return;
    for (int i = i0; i < i0 + 4 && i < m; i++) {
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += a[i * k + p] * b[p * n + j];
        c[i * n + j] = sum;
    }
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    one_by_one<<<pieces(m, 32) * pieces(n, 32), dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
