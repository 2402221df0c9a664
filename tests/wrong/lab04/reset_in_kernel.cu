/* expects: gpu_ex41 WRONG n = [0-9]+, blocks in any order: [0-9]+ hits, expected */
/* only the CPU device can tell */
/* Thread 0 of the grid sets the hits to 0 while other blocks may have added theirs. */
#include "all_but_ex41.h"

__global__ void sets_and_adds(unsigned long long *hits, unsigned long long samples,
                              unsigned long long seed)
{
    unsigned long long pairs = pi_pairs(samples), mine = 0;
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x;

    if (thread == 0)
        *hits = 0;
    __syncthreads();
    for (unsigned long long i = thread; i < pairs; i += gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    sets_and_adds<<<1024, 256>>>(d_hits, samples, seed);
}
