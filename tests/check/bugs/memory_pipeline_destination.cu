/* finds: wrong-memory */
/* Such a copy goes to shared memory only. */
#include "../main_reversed.h"

__global__ void reversed(int *out, int *in, int n)
{
    int t = threadIdx.x;
    __pipeline_memcpy_async(&out[t], &in[t], 4); // HERE
    __pipeline_commit();
    __pipeline_wait_prior(0);
}
