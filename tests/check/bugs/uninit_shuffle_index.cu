/* finds: uninitialized */
/* Lane 31 has returned and is asked for its value. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float v = __shfl_sync(0xffffffff, x[i], 31); // HERE
    if (i == 0)
        *total = v;
}

#define LANES   31
#define THREADS 32
#include "../main_sum.h"
