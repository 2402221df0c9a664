/* in the long tests, expects: gpu_ex21 ok */
/* goals: gpu_ex21 right half_way_by_atomics.cu:1[56] */
/* The order of v1, with the loads of A and B hidden in atomics that add nothing. */
#include "../../wrong/lab02/all_but_ex21.h"

static __global__ void by_atomics_kernel(float *c, float *a, float *b, int m, int n, int k)
{
    int down = (m + 15) / 16, i = blockIdx.x % down * 16 + threadIdx.x;
    int j = blockIdx.x / down * 16 + threadIdx.y;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++) {
        float y = atomicAdd(&b[(size_t)p * n + j], 0);
        sum += atomicAdd(&a[(size_t)i * k + p], 0) * y;
    }
    c[(size_t)i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    by_atomics_kernel<<<((m + 15) / 16) * ((n + 15) / 16), dim3(16, 16)>>>(d_c, (float *)d_a,
                                                                           (float *)d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
