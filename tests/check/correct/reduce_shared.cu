/* Tree reduction in shared memory, a barrier after each step, in two launches. */
#include "../host.h"

#define BLOCK 256

__global__ void reduce(int *sums, const int *x, int n)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    s[t] = i < n ? x[i] : 0;
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride)
            s[t] += s[t + stride];
        __syncthreads();
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

int main(void)
{
    const int n = 5000, blocks = (n + BLOCK - 1) / BLOCK;
    int *x = counted<int>(n), *sums = unset<int>(blocks), *sum = unset<int>();
    reduce<<<blocks, BLOCK>>>(sums, x, n);
    reduce<<<1, BLOCK>>>(sum, sums, blocks);
    return end(at(sum) != n * (n - 1) / 2);
}
