/* The last warp of a reduction, unrolled, with a __syncwarp between each read and write. */
#include "../host.h"

#define BLOCK 128

__device__ void last_warp(int *s, int t)
{
    int v = s[t];
    for (int d = 32; d > 0; d /= 2) {
        v += s[t + d];
        __syncwarp();
        s[t] = v;
        __syncwarp();
    }
}

__global__ void reduce(int *out, const int *in)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t < 32)
        last_warp(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

int main(void)
{
    const int blocks = 6, n = blocks * BLOCK;
    int *x = counted<int>(n), *sums = unset<int>(blocks);
    reduce<<<blocks, BLOCK>>>(sums, x);
    return end(
        differ(sums, blocks, [](int b) { return BLOCK * BLOCK * b + BLOCK * (BLOCK - 1) / 2; }));
}
