/* finds: race */
/* The barrier stands before the wait: the others may not have waited yet. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], 4); // HERE
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    out[t] = tile[BLOCK - 1 - t]; // HERE
}
