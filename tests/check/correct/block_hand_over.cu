/* Threads of one block pass values through global memory, with a barrier between. */
#include "../host.h"

__global__ void reverse_blocks(int *x, int *scratch)
{
    int t = threadIdx.x, n = blockDim.x, first = blockIdx.x * n;
    scratch[first + t] = x[first + t];
    __syncthreads();
    x[first + t] = scratch[first + n - 1 - t];
}

int main(void)
{
    const int n = 600;
    int *x = counted<int>(n), *scratch = unset<int>(n);
    reverse_blocks<<<6, 100>>>(x, scratch);
    return end(differ(x, n, [](int i) { return i / 100 * 100 + 99 - i % 100; }));
}
