/* float4 into and out of shared arrays: aligned by hand, as float4, dynamic; and memcpy of 16
 * bytes. */
#include <string.h>
#include "../host.h"

__global__ void pass(float4 *out, const float4 *in)
{
    __shared__ float odd[3];
    __shared__ __align__(16) float a[128];
    __shared__ float4 b[32];
    extern __shared__ float4 c[];
    int t = threadIdx.x;
    if (t < 3)
        odd[t] = t;
    *(float4 *)&a[4 * t] = in[t];
    __syncthreads();
    b[t] = ((float4 *)a)[31 - t];
    __syncthreads();
    memcpy(&c[t], &b[31 - t], sizeof(float4));
    __syncthreads();
    float4 v = c[(t + 1) % 32];
    v.x += odd[t % 3];
    out[t] = v;
}

int main(void)
{
    float *x = counted<float>(128), *y = unset<float>(128);
    pass<<<1, 32, 32 * sizeof(float4)>>>((float4 *)y, (const float4 *)x);
    return end(differ(y, 128, [](int i) { return (i + 4) % 128 + (i % 4 == 0 ? i / 4 % 3 : 0); }));
}
