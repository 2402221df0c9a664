/* finds: misaligned */
/* A copy of 16 bytes from a row that begins at any multiple of 4. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    __shared__ __align__(16) int tile[4 * BLOCK];
    int t = threadIdx.x;
    if (t < 8)
        __pipeline_memcpy_async(&tile[4 * t], &in[4 * t + 1], 16); // HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
