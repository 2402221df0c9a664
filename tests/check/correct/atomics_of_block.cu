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
    int *x = made<int>(n, [](int i) { return i % 3; }), *d_sum = zeros<int>(4);
    count<<<4, 128>>>(d_sum, x, n);
    const int *sum = in_host(d_sum, 4);
    return end(sum[0] < 80 || sum[3] < 80);
}
