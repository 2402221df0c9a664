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
    static int x[n];
    for (int i = 0; i < n; i++)
        x[i] = i % 9;
    int *d_x = copy_of(x, n), *sums = unset<int>(blocks), *d_sum = unset<int>();
    reduce<<<blocks, BLOCK>>>(sums, d_x, n);
    reduce<<<1, BLOCK>>>(d_sum, sums, blocks);
    int sum = at(d_sum);
    for (int i = 0; i < n; i++)
        sum -= x[i];
    return end(sum != 0);
}
