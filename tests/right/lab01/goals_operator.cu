/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: by __ldg, 64-bit indices, 240 blocks. 1.2: an operator for float4 and two of them each. */
#include "all_but_ex11_and_ex12.h"

__global__ void by_ldg(float *c, const float *a, const float *b, int n)
{
    size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;

    while (i < (size_t)n) {
        c[i] = __ldg(a + i) + __ldg(&b[i]);
        i += (size_t)blockDim.x * gridDim.x;
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    by_ldg<<<240, 512>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}

__device__ inline float4 operator+(const float4 &x, const float4 &y)
{
    return make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
}

__global__ void two_quads(float *c, const float *a, const float *b, int n)
{
    int block = 2 * blockDim.x * blockIdx.x;

    for (int half = 0; half < 2; ++half) {
        int i = 4 * (block + half * blockDim.x + threadIdx.x);
        if (i + 3 < n)
            *(float4 *)&c[i] = *(const float4 *)&a[i] + *(const float4 *)&b[i];
        else
            for (int e = i; e < n; ++e)
                c[e] = a[e] + b[e];
    }
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    int threads = 256, per_block = 8 * threads;

    two_quads<<<(n + per_block - 1) / per_block, threads>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}
