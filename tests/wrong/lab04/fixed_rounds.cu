/* in the long tests, expects: gpu_ex42 WRONG [0-9]+ hits, expected [0-9]+ */
/* at the default size */
/* Every thread draws 64 pairs, which is enough up to 2^25 samples. */
#include "all_but_ex42.h"

__global__ void rounds_64(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;
    unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x;

    for (int round = 0; round < 64; round++, i += threads)
        mine += i < pi_pairs(samples) ? pi_hits(i, samples, seed) : 0;
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    rounds_64<<<PI_THREADS / 256, 256>>>(d_hits, samples, seed);
}
