/* finds: race */
/* The same with a maximum, among atomics of the device. */
__global__ void count(int *sum, const int *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 0)
        blockIdx.x == 2 ? atomicMax_block(sum, 100 + i) : atomicMax(sum, 100 + i); // HERE
}

#include "../main_count.h"
