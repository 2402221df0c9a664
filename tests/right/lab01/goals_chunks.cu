/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: chunks of 1,024 elements, every 256th one for a block. 1.2: a fixed grid, size_t, __ldg and
 * __stcs; a kernel for the rest. */
#include "all_but_ex11_and_ex12.h"

__global__ void add_chunks(float *c, const float *a, const float *b, int n)
{
    const int chunk = 1024;
    for (int first = blockIdx.x * chunk; first < n; first += gridDim.x * chunk) {
        int end = min(first + chunk, n);
        for (int i = first + threadIdx.x; i < end; i += blockDim.x)
            c[i] = a[i] + b[i];
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    add_chunks<<<256, 256>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void add_quads_strided(float4 *c, const float4 *a, const float4 *b, size_t quads)
{
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < quads; i += stride) {
        float4 x = __ldg(&a[i]), y = __ldg(&b[i]);
        x.x += y.x;
        x.y += y.y;
        x.z += y.z;
        x.w += y.w;
        __stcs(&c[i], x);
    }
}

__global__ void add_rest(float *c, const float *a, const float *b, int first, int n)
{
    int i = first + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    int quads = n / 4;
    if (quads)
        add_quads_strided<<<min((quads + 255) / 256, 2048), 256>>>(
            (float4 *)d_c, (const float4 *)d_a, (const float4 *)d_b, quads);
    if (n % 4)
        add_rest<<<1, 32>>>(d_c, d_a, d_b, 4 * quads, n);
    CUDA_CHECK(cudaGetLastError());
}
