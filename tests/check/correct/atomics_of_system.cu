/* An atomic of the whole system on a counter of all blocks. */
__global__ void count(int *sum, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        atomicAdd_system(sum, 1);
}

#include "../main_count.h"
