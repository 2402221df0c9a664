/* in the long tests, expects: gpu_ex12 ok */
/* goals: gpu_ex11 done, gpu_ex12 done */
/* 1.1: a block adds a piece of its own, 2-D blocks. 1.2: in a loop, the rest by the first threads.
 */
#include "all_but_ex11_and_ex12.h"

__global__ void in_pieces(float *c, const float *a, const float *b, int n)
{
    int piece = (n + gridDim.x - 1) / gridDim.x, tid = threadIdx.y * blockDim.x + threadIdx.x;
    int start = blockIdx.x * piece, stop = start + piece < n ? start + piece : n;

    for (int i = start + tid; i < stop; i += blockDim.x * blockDim.y)
        c[i] = a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    in_pieces<<<1024, dim3(32, 8)>>>(d_c, d_a, d_b, n);
}

__global__ void quads(float *__restrict__ c, const float *__restrict__ a,
                      const float *__restrict__ b, int n)
{
    const float4 *a4 = reinterpret_cast<const float4 *>(a),
                 *b4 = reinterpret_cast<const float4 *>(b);
    float4 *c4 = reinterpret_cast<float4 *>(c);
    const int idx = blockIdx.x * blockDim.x + threadIdx.x, stride = blockDim.x * gridDim.x;
    const int n4 = n / 4;

    for (int i = idx; i < n4; i += stride) {
        float4 va = a4[i], vb = b4[i], vc;
        vc.x = va.x + vb.x;
        vc.y = va.y + vb.y;
        vc.z = va.z + vb.z;
        vc.w = va.w + vb.w;
        c4[i] = vc;
    }
    if (idx < n % 4)
        c[4 * n4 + idx] = a[4 * n4 + idx] + b[4 * n4 + idx];
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    quads<<<512, 128>>>(d_c, d_a, d_b, n);
}
