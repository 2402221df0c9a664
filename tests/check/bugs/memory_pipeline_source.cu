/* finds: wrong-memory */
/* Such a copy comes from global memory only. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[2][BLOCK];
    int t = threadIdx.x;
    tile[0][t] = in[t];
    __pipeline_memcpy_async(&tile[1][t], &tile[0][t], 4); // HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[t] = tile[1][t];
}
