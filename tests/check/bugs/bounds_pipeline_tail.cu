/* finds: out-of-bounds */
/* The last copy of 16 bytes reads past the end: zfill says how much is not there. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ __align__(16) int tile[4 * BLOCK];
    int t = threadIdx.x;
    if (4 * t < n + 4)
        __pipeline_memcpy_async(&tile[4 * t], &in[4 * t], 16); // HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = tile[t];
}
