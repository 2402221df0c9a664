/* __syncwarp and a shuffle with a mask: only the lower half of each warp takes part. */
#include "../host.h"

__global__ void half_warps(int *out, const int *in)
{
    __shared__ int s[64];
    int t = threadIdx.x, lane = t % 32;
    if (lane < 16) {
        s[t] = in[blockIdx.x * 64 + t];
        __syncwarp(0x0000ffff);
        int v = s[t ^ 1];
        v += __shfl_xor_sync(0x0000ffff, v, 8);
        out[blockIdx.x * 64 + t] = v;
    } else {
        out[blockIdx.x * 64 + t] = 0;
    }
}

int main(void)
{
    const int n = 512;
    int *x = counted<int>(n), *y = unset<int>(n);
    half_warps<<<n / 64, 64>>>(y, x);
    return end(differ(y, n, [](int i) { return i % 32 < 16 ? (i ^ 1) + (i ^ 9) : 0; }));
}
