/* Whole blocks return before the barrier; within a block all threads do the same. */
#include "../host.h"

__global__ void odd_blocks(int *x)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (blockIdx.x % 2 == 0)
        return;
    s[t] = x[blockIdx.x * 64 + t];
    __syncthreads();
    x[blockIdx.x * 64 + t] = s[63 - t];
}

int main(void)
{
    const int n = 640;
    int *x = counted<int>(n);
    odd_blocks<<<n / 64, 64>>>(x);
    return end(differ(x, n, [](int i) { return i / 64 % 2 ? i / 64 * 64 + 63 - i % 64 : i; }));
}
