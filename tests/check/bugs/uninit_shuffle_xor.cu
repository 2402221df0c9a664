/* finds: uninitialized */
/* A butterfly over 24 lanes of 32. */
__global__ void sum(float *total, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i];
    for (int by = 1; by < 32; by *= 2)
        v += __shfl_xor_sync(0xffffffff, v, by); // HERE
    if (i == 0)
        *total = v;
}

#define LANES   24
#define THREADS 24
#include "../main_sum.h"
