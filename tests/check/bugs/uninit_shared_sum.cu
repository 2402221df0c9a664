/* finds: uninitialized */
/* The block's sum in shared memory is never set to zero. */
#include "../host.h"

__global__ void block_sums(int *sums, const int *x, int n)
{
    __shared__ int sum;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        atomicAdd(&sum, x[i]); // HERE
    __syncthreads();
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum; // HERE
}

int main(void)
{
    const int n = 1000;
    int *x = filled<int>(n, 1), *sums = unset<int>(8);
    block_sums<<<8, 125>>>(sums, x, n);
    return end();
}
