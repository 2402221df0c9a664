/* finds: race */
/* Behind a barrier of the grid the threads of a block still need their own. */
#include <cooperative_groups.h>
#include "../host.h"

namespace cg = cooperative_groups;

__global__ void sums(int *sum)
{
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = t;
    cg::this_grid().sync();
    part[t] += part[63 - t] > 70; // HERE
    __syncthreads();
    if (t == 0)
        sum[blockIdx.x] = part[0];
}

int main(void)
{
    int *sum = unset<int>(4);
    void *args[] = { &sum };
    cudaLaunchCooperativeKernel((void *)sums, dim3(4), dim3(64), args, 0, 0);
    return end();
}
