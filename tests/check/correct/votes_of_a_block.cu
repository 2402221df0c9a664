/* __syncthreads_count, _and and _or, at which all threads vote. */
#include "../host.h"

__global__ void votes(int *counts, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int value = i < n ? x[i] : -1;
    int count = __syncthreads_count(value > 50);
    int all = __syncthreads_and(value >= 0);
    int any = __syncthreads_or(value == 77);
    if (threadIdx.x == 0)
        counts[blockIdx.x] = count * 4 + (all ? 2 : 0) + (any ? 1 : 0);
}

int main(void)
{
    const int n = 470, blocks = 5;
    int *x = made<int>(n, [](int i) { return i % 100; }), *counts = unset<int>(blocks);
    votes<<<blocks, 100>>>(counts, x, n);
    return end(differ(counts, blocks, [](int b) { return b < 4 ? 49 * 4 + 3 : 19 * 4; }));
}
