/* Threads that have returned are in the mask, and nobody asks for their values. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int by = 8; by > 0; by /= 2)
        v += __shfl_xor_sync(0xffffffff, v, by);
    if (i == 0)
        *total = v;
}

#define LANES   16
#define THREADS 32
#define WRONG   total != 16
#include "../main_sum.h"
