/* in the long tests, expects: gpu_ex31 WRONG (wrote outside|changed its input|expected) */
/* Lengthens B with rows of zeros to whole tiles, and then leaves out the test of k. */
#include "all_but_ex31.h"

#define DEEP 8

__global__ void pad(float *a, float *b, int m, int n, int k)
{
    int rows = pieces(k, DEEP) * DEEP - k;

    if (threadIdx.x < DEEP)
        a[m * k + threadIdx.x] = 0;
    for (int e = threadIdx.x; e < rows * n; e += blockDim.x)
        b[k * n + e] = 0;
}

__global__ void without_test(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ float a_tile[DEEP][DEEP], b_tile[DEEP][DEEP];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i = blockIdx.x / pieces(n, DEEP) * DEEP + ty, j = blockIdx.x % pieces(n, DEEP) * DEEP + tx;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += DEEP) {
        a_tile[ty][tx] = i < m ? a[i * k + p0 + tx] : 0;
        b_tile[ty][tx] = j < n ? b[(p0 + ty) * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < DEEP; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    if (k % DEEP)
        pad<<<1, 256>>>((float *)d_a, (float *)d_b, m, n, k);
    without_test<<<pieces(m, DEEP) * pieces(n, DEEP), dim3(DEEP, DEEP)>>>(d_c, d_a, d_b, m, n, k);
}
