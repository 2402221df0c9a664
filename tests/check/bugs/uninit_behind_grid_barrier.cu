/* finds: uninitialized */
/* What another block has put into its own shared memory is not in this one's. */
#include <cooperative_groups.h>
#include "../host.h"

namespace cg = cooperative_groups;

__global__ void first_block_sets(int *x)
{
    __shared__ int factor;
    if (blockIdx.x == 0 && threadIdx.x == 0)
        factor = 3;
    cg::this_grid().sync();
    if (threadIdx.x == 0)
        x[blockIdx.x] = factor; // HERE
}

int main(void)
{
    int *x = unset<int>(4);
    void *args[] = { &x };
    cudaLaunchCooperativeKernel((void *)first_block_sets, dim3(4), dim3(64), args, 0, 0);
    return end();
}
