/* finds: race */
/* A thread reads what its own copy brings, and waits only then. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[BLOCK];
    int t = threadIdx.x;
    __pipeline_memcpy_async(&tile[t], &in[t], 4); // HERE
    __pipeline_commit();
    out[t] = tile[t]; // HERE
    __pipeline_wait_prior(0);
}
