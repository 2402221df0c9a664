/* in the long tests, expects: gpu_ex22 ok */
/* goals: gpu_ex21 done, gpu_ex22 done */
/* A grid in x and y, and blocks that stride over the rows, because y ends at 65,535. 2.2: four
 * named sums of four rows, each with an if of its own. */
#include "all_but_ex21_and_ex22.h"

__global__ void by_rows(float *c, const float *a, const float *b, int m, int n, int k)
{
    int i = blockIdx.y * blockDim.y + threadIdx.y;
    int j = blockIdx.x * blockDim.x + threadIdx.x;

    for (; i < m; i += gridDim.y * blockDim.y)
        if (j < n) {
            float sum = 0;

            for (int p = 0; p < k; p++)
                sum += a[i * k + p] * b[p * n + j];
            c[i * n + j] = sum;
        }
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 grid((n + 31) / 32, min((m + 7) / 8, 65535));

    by_rows<<<grid, dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void by_fours(float *c, const float *a, const float *b, int m, int n, int k)
{
    int j = blockIdx.x * 32 + threadIdx.x;
    int i = (blockIdx.y * 8 + threadIdx.y) * 4;

    if (j >= n)
        return;
    for (; i < m; i += 4 * 8 * gridDim.y) {
        float s0 = 0, s1 = 0, s2 = 0, s3 = 0;

        for (int p = 0; p < k; p++) {
            float of_b = b[p * n + j];

            s0 += a[i * k + p] * of_b;
            if (i + 1 < m)
                s1 += a[(i + 1) * k + p] * of_b;
            if (i + 2 < m)
                s2 += a[(i + 2) * k + p] * of_b;
            if (i + 3 < m)
                s3 += a[(i + 3) * k + p] * of_b;
        }
        c[i * n + j] = s0;
        if (i + 1 < m)
            c[(i + 1) * n + j] = s1;
        if (i + 2 < m)
            c[(i + 2) * n + j] = s2;
        if (i + 3 < m)
            c[(i + 3) * n + j] = s3;
    }
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    dim3 grid((n + 31) / 32, min((m + 31) / 32, 65535));

    by_fours<<<grid, dim3(32, 8)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
