/* finds: race */
/* Tree reduction in shared memory: no barrier between the steps. */
#include "../host.h"

#define BLOCK 256

__global__ void sum_kernel(float *sums, const float *x, int n)
{
    __shared__ float s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2)
        if (t < stride)
            s[t] += s[t + stride]; // HERE
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

int main(void)
{
    const int n = 1000, blocks = (n + BLOCK - 1) / BLOCK;
    float *x = filled<float>(n, 1), *sums = unset<float>(blocks);
    sum_kernel<<<blocks, BLOCK>>>(sums, x, n);
    return end();
}
