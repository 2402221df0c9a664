/* finds: race */
/* The last group but one is read, and two may still be under way. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ int tile[2][BLOCK];
    int t = threadIdx.x;
    for (int s = 0; s < 2; s++) {
        __pipeline_memcpy_async(&tile[s][t], &in[s * BLOCK + t], 4); // HERE
        __pipeline_commit();
    }
    __pipeline_wait_prior(2);
    __syncthreads();
    out[t] = tile[0][BLOCK - 1 - t]; // HERE
}
