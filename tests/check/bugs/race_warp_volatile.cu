/* finds: race */
/* The last warp of a reduction, unrolled, relies on lanes that run in step: no __syncwarp. */
#include "../host.h"

#define BLOCK 128

__device__ void last_warp(volatile int *s, int t)
{
    s[t] += s[t + 32]; // HERE
    s[t] += s[t + 16]; // HERE
    s[t] += s[t + 8];  // HERE
    s[t] += s[t + 4];  // HERE
    s[t] += s[t + 2];  // HERE
    s[t] += s[t + 1];  // HERE
}

__global__ void reduce(int *out, const int *in)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = in[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 32; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t < 32)
        last_warp(s, t);
    if (t == 0)
        out[blockIdx.x] = s[0];
}

int main(void)
{
    const int blocks = 4, n = blocks * BLOCK;
    int *x = made<int>(n, [](int i) { return i % 10; }), *sums = unset<int>(blocks);
    reduce<<<blocks, BLOCK>>>(sums, x);
    return end();
}
