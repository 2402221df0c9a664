/* finds: race */
/* The source is changed while it is being copied. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], 4); // HERE
    __pipeline_commit();
    __syncthreads();
    in[BLOCK - 1 - t] = 0; // HERE
    __pipeline_wait_prior(0);
    __syncthreads();
    out[t] = tile[BLOCK - 1 - t];
}
