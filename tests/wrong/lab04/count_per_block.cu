/* expects: gpu_ex41 WRONG n = 1023: wrote outside: count 1 past d_hits\[0\] */
/* The right number, and a second one behind it. */
#include "all_but_ex41.h"

__global__ void behind(unsigned long long *hits)
{
    hits[1] = 0;
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pi_montecarlo_ex41_right(d_hits, samples, seed);
    behind<<<1, 1>>>(d_hits);
}
