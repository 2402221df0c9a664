/* After the last barrier some warps return, and the first goes on alone with shuffles. */
#include "../host.h"

__global__ void sums(int *out, const int *in)
{
    __shared__ int s[8];
    int t = threadIdx.x, v = in[blockIdx.x * 256 + t];
    v = __reduce_add_sync(0xffffffff, v);
    if (t % 32 == 0)
        s[t / 32] = v;
    __syncthreads();
    if (t >= 32)
        return;
    v = t < 8 ? s[t] : 0;
    for (int d = 4; d > 0; d /= 2)
        v += __shfl_down_sync(0xffffffff, v, d);
    if (t == 0)
        out[blockIdx.x] = v;
}

int main(void)
{
    const int blocks = 5, n = 256 * blocks;
    int *x = made<int>(n, [](int i) { return i / 256 + 1; }), *y = unset<int>(blocks);
    sums<<<blocks, 256>>>(y, x);
    return end(differ(y, blocks, [](int b) { return 256 * (b + 1); }));
}
