/* finds: uninitialized */
/* A block of 16 threads has no lanes 16 to 31. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int by = 16; by > 0; by /= 2)
        v += __shfl_down_sync(0xffffffff, v, by); // HERE
    if (i == 0)
        *total = v;
}

#define LANES   16
#define THREADS 16
#include "../main_sum.h"
