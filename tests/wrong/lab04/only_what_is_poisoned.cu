/* in the long tests, expects: gpu_v1 WRONG (hits, expected|never written|nothing was written) */
/* Counts only for those elements that hold one of the two patterns of poison. */
#include "all_but_v1.h"

__global__ void only_poisoned(unsigned long long *counts, unsigned long long samples,
                              unsigned long long seed)
{
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x, mine = 0;

    if (counts[thread] != 0xFEFEFEFEFEFEFEFEull)
        return;
    for (unsigned long long i = thread; i < pi_pairs(samples); i += PI_THREADS)
        mine += pi_hits(i, samples, seed);
    counts[thread] = mine;
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    only_poisoned<<<PI_THREADS / 256, 256>>>(d_counts, samples, seed);
}
