/* expects: gpu_ex41 WRONG n = 1023: the hits were added to what lay in d_hits\[0\] before */
/* Adds to whatever d_hits[0] holds: poison, which the sum gives away. */
#include "all_but_ex41.h"

__global__ void add_only(unsigned long long *hits, unsigned long long samples,
                         unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    add_only<<<1024, 256>>>(d_hits, samples, seed);
}
