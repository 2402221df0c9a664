/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex42 right misses.cu:20 */
/* Counts misses, subtracts them from the samples, and takes the pairs backwards. */
#include "../../wrong/lab04/all_but_ex42.h"

__global__ void all_hit(unsigned long long *hits, unsigned long long samples)
{
    *hits = samples;
}

__global__ void subtract_misses(unsigned long long *hits, unsigned long long samples,
                                unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, pairs = pi_pairs(samples), misses = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += threads) {
        unsigned long long pair = pairs - 1 - i;
        misses += (2 * pair + 1 < samples ? 2 : 1) - pi_hits(pair, samples, seed);
    }
    atomicAdd(hits, 0 - misses);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    all_hit<<<1, 1>>>(d_hits, samples);
    subtract_misses<<<333, 96>>>(d_hits, samples, seed);
}
