/* finds: uninitialized */
/* The shuffle stands in a branch that half of the warp does not take. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = i < n ? x[i] : 0;
    if (i < 16) {
        v += __shfl_down_sync(0xffffffff, v, 8); // HERE
        if (i == 0)
            *total = v;
    }
}

#define LANES   32
#define THREADS 32
#include "../main_sum.h"
