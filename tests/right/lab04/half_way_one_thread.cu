/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_one_thread.cu:21, gpu_ex42 right half_way_one_thread.cu:27 */
/* One thread of the grid draws every sample. */
#include "all_but_ex41_and_ex42.h"

__global__ void one_draws(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    unsigned long long mine = 0;

    if (blockIdx.x + threadIdx.x > 0)
        return;
    for (unsigned long long i = 0; i < pi_pairs(samples); i++)
        mine += pi_hits(i, samples, seed);
    hits[0] = mine;
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    one_draws<<<1024, 256>>>(d_hits, samples, seed);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    one_draws<<<1024, 256>>>(d_hits, samples, seed);
}
