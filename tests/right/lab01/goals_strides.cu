/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: an index of 64 bits, a while loop. 1.2: a fixed grid, too; a launch of its own for the rest.
 */
#include "all_but_ex11_and_ex12.h"

__global__ void stride_kernel(float *c, const float *a, const float *b, int n)
{
    size_t i = threadIdx.x + (size_t)blockDim.x * blockIdx.x;
    while (i < n) {
        c[i] = a[i] + b[i];
        i += (size_t)blockDim.x * gridDim.x;
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    stride_kernel<<<dim3(1024), dim3(256)>>>(d_c, d_a, d_b, n);
}

__global__ void fours(float4 *c, const float4 *a, const float4 *b, int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += blockDim.x * gridDim.x) {
        float4 sum = a[i];
        const float4 &other = b[i];
        sum.x += other.x;
        sum.y += other.y;
        sum.z += other.z;
        sum.w += other.w;
        c[i] = sum;
    }
}

__global__ void rest(float *c, const float *a, const float *b)
{
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    int whole = n / 4 * 4;

    if (whole)
        fours<<<512, 256>>>((float4 *)d_c, (const float4 *)d_a, (const float4 *)d_b, n / 4);
    if (whole < n)
        rest<<<1, n - whole>>>(d_c + whole, d_a + whole, d_b + whole);
}
