/* finds: race */
/* An atomic of the block on a counter of all blocks. */
__global__ void count(int *sum, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        atomicAdd_block(sum, 1); // HERE
}

#include "../main_count.h"
