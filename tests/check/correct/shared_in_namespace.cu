/* The shared array is declared in a namespace, beside others. */
namespace stage
{
static __shared__ int count, tile[64];
}

__global__ void shift(int *out, const int *in)
{
    int t = threadIdx.x;
    stage::tile[t] = in[t];
    __syncthreads();
    out[t] = stage::tile[(t + 1) % 64];
}

#include "../main_shift.h"
