/* in the long tests, expects: gpu_ex32 WRONG waited */
/* Allocates scratch memory in each call and frees it again, and cudaFree waits. */
#include "all_but_ex32.h"

__global__ void copy(float *to, const float *from, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
        to[i] = from[i];
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    float *d_a_copy = NULL;

    cudaMalloc((void **)&d_a_copy, (size_t)m * k * sizeof(float));
    copy<<<64, 256>>>(d_a_copy, d_a, m * k);
    matmul_tiled_ex32_right(d_c, d_a_copy, d_b, m, n, k);
    cudaFree(d_a_copy);
}
