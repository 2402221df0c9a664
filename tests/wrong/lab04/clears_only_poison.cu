/* in the long tests, expects: gpu_ex41 WRONG ([0-9]+ hits, exp|n = [0-9]+: the hits were added) */
/* Sets d_hits[0] to 0 only if it holds one of the two patterns of poison. */
#include "all_but_ex41.h"

__global__ void clear_poison(unsigned long long *hits)
{
    if (*hits == 0xFEFEFEFEFEFEFEFEull)
        *hits = 0;
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    clear_poison<<<1, 1>>>(d_hits);
    pi_montecarlo_ex41_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(d_hits, samples, seed);
}
