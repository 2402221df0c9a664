/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 right half_way_decoys.cu:29, gpu_ex12 right half_way_decoys.cu:11 */
/* v1, and a decoy that does what was asked for, with a result that nobody needs. */
#include "all_but_ex11_and_ex12.h"
static __device__ float4 unused[64];

__global__ void one_each(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

__global__ void decoy(const float *a, int n)
{
    float4 sum = make_float4(0, 0, 0, 0);
    for (int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x); i + 3 < n;
         i += 4 * gridDim.x * blockDim.x) {
        float4 x = *(const float4 *)(a + i);
        sum.x += x.x, sum.y += x.y, sum.z += x.z, sum.w += x.w;
    }
    if (sum.x != sum.x) /* never: so no race, either */
        unused[threadIdx.x % 64] = sum;
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    decoy<<<1024, 64>>>(d_a, n);
    one_each<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    decoy<<<1024, 64>>>(d_a, n);
    one_each<<<(n + 255) / 256, 256>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}
