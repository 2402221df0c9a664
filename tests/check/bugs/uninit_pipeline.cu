/* finds: uninitialized */
/* Nobody has stored anything in the source. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &out[t], 4); // HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
    __syncthreads();
    in[t] = tile[BLOCK - 1 - t];
}
