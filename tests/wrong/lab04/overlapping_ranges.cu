/* expects: gpu_ex41 WRONG n = 1023: [0-9]+ hits, expected [0-9]+ \([+][0-9]+\) */
/* Every range ends one pair too late: the first pair of each thread is drawn by two. */
#include "all_but_ex41.h"

__global__ void one_too_many(unsigned long long *hits, unsigned long long samples,
                             unsigned long long seed)
{
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS, mine = 0;

    for (unsigned long long i = thread * each; i <= (thread + 1) * each && i < pairs; i++)
        mine += pi_hits(i, samples, seed);
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    one_too_many<<<1024, 256>>>(d_hits, samples, seed);
}
