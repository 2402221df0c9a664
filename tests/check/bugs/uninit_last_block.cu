/* finds: uninitialized */
/* Threads past the end do not fill their place in shared memory, and the reduction adds it. */
#include "../host.h"

#define BLOCK 128

__global__ void reduce(float *sums, const float *x, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    if (i < n)
        s[t] = x[i];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride]; // HERE
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

int main(void)
{
    const int n = 1100, blocks = (n + BLOCK - 1) / BLOCK;
    float *x = filled<float>(n, 1), *sums = unset<float>(blocks);
    reduce<<<blocks, BLOCK>>>(sums, x, n);
    return end(at(sums) != BLOCK);
}
