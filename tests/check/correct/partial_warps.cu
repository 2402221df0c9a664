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
    int x[n], wrong = 0;
    for (int i = 0; i < n; i++)
        x[i] = 3 * i;
    int *d_x = copy_of(x, n), *d_y = unset<int>(n);
    half_warps<<<n / 64, 64>>>(d_y, d_x);
    const int *y = in_host(d_y, n);
    for (int i = 0; i < n; i++)
        wrong += y[i] != (i % 32 < 16 ? x[i ^ 1] + x[i ^ 9] : 0);
    return end(wrong);
}
