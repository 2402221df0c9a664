/* in the long tests, expects: gpu_ex21 WRONG expected */
/* Keeps a row of A in shared memory, which has room for 12,288 floats; what is longer is cut. */
#include "all_but_ex21.h"

#define ROOM 12288

__global__ void row_in_shared(float *c, const float *a, const float *b, int n, int k)
{
    __shared__ float row[ROOM];
    int i = blockIdx.x, steps = min(k, ROOM);

    for (int p = threadIdx.x; p < steps; p += blockDim.x)
        row[p] = a[i * k + p];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        float sum = 0;
        for (int p = 0; p < steps; p++)
            sum += row[p] * b[p * n + j];
        c[i * n + j] = sum;
    }
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    row_in_shared<<<m, 64>>>(d_c, d_a, d_b, n, k);
}
