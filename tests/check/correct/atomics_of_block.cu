/* An atomic of the block on a counter of its own. */
#include "../host.h"

__global__ void count(int *sum, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        atomicAdd_block(&sum[blockIdx.x], 1);
}

int main(void)
{
    const int n = 512;
    int *x = made<int>(n, [](int i) { return i % 3; }), *sum = zeros<int>(4);
    count<<<4, 128>>>(sum, x, n);
    return end(at(sum) < 80 || at(sum, 3) < 80);
}
