/* Lanes without work bring a zero. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0;
    for (int by = 16; by > 0; by /= 2)
        v += __shfl_down_sync(0xffffffff, v, by);
    if (i == 0)
        *total = v;
}

#define LANES   20
#define THREADS 32
#define WRONG   total != 20
#include "../main_sum.h"
