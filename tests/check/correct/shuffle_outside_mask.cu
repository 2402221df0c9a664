/* Lanes outside of the mask are read, and what comes from there is not used. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    if (i < 16) {
        for (int by = 8; by > 0; by /= 2)
            v += __shfl_down_sync(0xffff, v, by);
        if (i == 0)
            *total = v;
    }
}

#define LANES   32
#define THREADS 32
#define WRONG   total != 16
#include "../main_sum.h"
