/* finds: barrier-divergence */
/* Reduction with the barrier inside the if: threads beyond the stride never come to it. */
#include "../host.h"

#define BLOCK 256

__global__ void reduce(int *sums, const int *x)
{
    __shared__ int s[BLOCK];
    int t = threadIdx.x;
    s[t] = x[blockIdx.x * BLOCK + t];
    __syncthreads();
    for (int stride = BLOCK / 2; stride > 0; stride /= 2) {
        if (t < stride) {
            s[t] += s[t + stride];
            __syncthreads(); // HERE
        }
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
} // HERE

int main(void)
{
    const int blocks = 4, n = blocks * BLOCK;
    int *x = filled<int>(n, 1), *sums = unset<int>(blocks);
    reduce<<<blocks, BLOCK>>>(sums, x);
    return end();
}
