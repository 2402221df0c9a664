/* in the long tests, expects: gpu_ex41 WRONG [0-9]+ hits, expected [0-9]+ */
/* Keeps the hits of a number of samples, and gives them again whatever the seed is. */
#include "all_but_ex41.h"

__device__ unsigned long long kept;

__global__ void keep(const unsigned long long *hits)
{
    kept = *hits;
}

__global__ void give(unsigned long long *hits)
{
    *hits = kept;
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    static unsigned long long last;

    if (samples == last) {
        give<<<1, 1>>>(d_hits);
        return;
    }
    last = samples;
    pi_montecarlo_ex41_right(d_hits, samples, seed);
    keep<<<1, 1>>>(d_hits);
}
