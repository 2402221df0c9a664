/* finds: uninitialized */
/* Threads beyond n have returned; the tree reads their lanes. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = x[i];
    for (int by = 16; by > 0; by /= 2)
        v += __shfl_down_sync(0xffffffff, v, by); // HERE
    if (i == 0)
        *total = v;
}

#define LANES   20
#define THREADS 32
#include "../main_sum.h"
