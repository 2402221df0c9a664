/* finds: race */
/* The next tile is copied into the stage that others still read. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[2][BLOCK];
    int t = threadIdx.x, sum = 0;
    __pipeline_memcpy_async(&tile[0][t], &in[t], 4); // HERE
    __pipeline_commit();
    for (int s = 0; s < 4; s++) {
        __pipeline_memcpy_async(&tile[~s & 1][t], &in[(s + 1) % 2 * BLOCK + t], 4); // HERE
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        sum += tile[s & 1][BLOCK - 1 - t]; // HERE
    }
    __pipeline_wait_prior(0);
    out[t] = sum;
}
