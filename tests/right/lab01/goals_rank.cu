/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: a cooperative group's rank and size. 1.2: an aligned struct of four floats. */
#include "all_but_ex11_and_ex12.h"
#include <cooperative_groups.h>

__global__ void add_by_rank(float *c, const float *a, const float *b, int n)
{
    auto grid = cooperative_groups::this_grid();
    for (unsigned long long i = grid.thread_rank(); i < (unsigned long long)n; i += grid.size())
        c[i] = a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_by_rank<<<dim3(1024), dim3(256)>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}

struct __align__(16) vec4
{
    float e[4];
};

__device__ static vec4 plus(const vec4 &x, const vec4 &y)
{
    vec4 z;
#pragma unroll
    for (int i = 0; i < 4; ++i)
        z.e[i] = x.e[i] + y.e[i];
    return z;
}

__global__ void add_structs(float *c, const float *a, const float *b, int n)
{
    int i = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    if (i + 4 <= n) {
        const vec4 x = *reinterpret_cast<const vec4 *>(&a[i]);
        const vec4 y = *reinterpret_cast<const vec4 *>(&b[i]);
        *reinterpret_cast<vec4 *>(&c[i]) = plus(x, y);
        return;
    }
    while (i < n) {
        c[i] = a[i] + b[i];
        ++i;
    }
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    int blocks = (n + 1023) / 1024;
    add_structs<<<blocks, 256>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}
