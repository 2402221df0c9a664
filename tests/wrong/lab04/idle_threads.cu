/* expects: gpu_v1 WRONG n = 1023: counts\[512\] was never written, nor were 261631 others */
/* A thread without a pair leaves early, and its count unwritten. */
#include "all_but_v1.h"

__global__ void leave_early(unsigned long long *counts, unsigned long long samples,
                            unsigned long long seed)
{
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS, mine = 0;

    if (thread * each >= pairs)
        return;
    for (unsigned long long i = thread * each; i < (thread + 1) * each && i < pairs; i++)
        mine += pi_hits(i, samples, seed);
    counts[thread] = mine;
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    leave_early<<<PI_THREADS / 256, 256>>>(d_counts, samples, seed);
}
