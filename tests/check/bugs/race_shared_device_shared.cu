/* finds: race */
/* The array is __device__ and __shared__. */
__device__ __shared__ int tile[64];

__global__ void shift(int *out, const int *in)
{
    int t = threadIdx.x;
    tile[t] = in[t];             // HERE
    out[t] = tile[(t + 1) % 64]; // HERE
}

#include "../main_shift.h"
