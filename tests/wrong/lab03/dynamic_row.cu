/* in the long tests, expects: gpu_ex31 WRONG invalid argument */
/* A whole row of A in dynamic shared memory: beyond k = 12,288 that is more than a block has. */
#include "all_but_ex31.h"

__global__ void row_of_a(float *c, const float *a, const float *b, int n, int k)
{
    extern __shared__ float row[];
    int i = blockIdx.x;

    for (int p = threadIdx.x; p < k; p += blockDim.x)
        row[p] = a[i * k + p];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float sum = 0;
        for (int p = 0; p < k; p++)
            sum += row[p] * b[p * n + j];
        c[i * n + j] = sum;
    }
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    row_of_a<<<m, 64, k * sizeof(float)>>>(d_c, d_a, d_b, n, k);
}
