/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: four elements in flight, a grid apart each. 1.2: two float4 per thread, by __ldg, a block
 * apart. */
#include "all_but_ex11_and_ex12.h"

template <int FLIGHT>
__global__ void in_flight(float *__restrict__ c, const float *__restrict__ a,
                          const float *__restrict__ b, int n)
{
    const long long threads = (long long)gridDim.x * blockDim.x;
    long long at = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    float sum[FLIGHT];

    for (; at < n; at += FLIGHT * threads) {
#pragma unroll
        for (int f = 0; f < FLIGHT; f++)
            if (at + f * threads < n)
                sum[f] = a[at + f * threads] + b[at + f * threads];
#pragma unroll
        for (int f = 0; f < FLIGHT; f++)
            if (at + f * threads < n)
                c[at + f * threads] = sum[f];
    }
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    in_flight<4><<<528, 512>>>(d_c, d_a, d_b, n);
}

static __device__ float4 operator+(float4 x, float4 y)
{
    return { x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w };
}

__global__ void eights(float *c, const float *a, const float *b, int n)
{
    const int quads = n / 4, first = 2 * blockIdx.x * blockDim.x + threadIdx.x;
    const float4 *a4 = reinterpret_cast<const float4 *>(a),
                 *b4 = reinterpret_cast<const float4 *>(b);

    for (int q = first; q < first + 2 * (int)blockDim.x; q += blockDim.x)
        if (q < quads)
            reinterpret_cast<float4 *>(c)[q] = __ldg(a4 + q) + __ldg(b4 + q);
    if (first < n - 4 * quads)
        c[4 * quads + first] = a[4 * quads + first] + b[4 * quads + first];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    eights<<<n / 1024 + 1, 128>>>(d_c, d_a, d_b, n);
}
