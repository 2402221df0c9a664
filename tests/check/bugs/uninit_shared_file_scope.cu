/* finds: uninitialized */
/* Half of a shared array outside of the kernel is written. */
__shared__ int tile[64];

__global__ void shift(int *out, const int *in)
{
    int t = threadIdx.x;
    if (t < 32)
        tile[t] = in[t];
    __syncthreads();
    out[t] = tile[(t + 1) % 64]; // HERE
}

#include "../main_shift.h"
