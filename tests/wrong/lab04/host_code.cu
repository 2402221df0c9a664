/* expects: gpu_ex41 WRONG .*crashed in host code \(segmentation fault\) */
/* Never launches: counts on the host, into memory of the device. */
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    *d_hits = 0;
    for (unsigned long long i = 0; i < pi_pairs(samples); i++)
        *d_hits += pi_hits(i, samples, seed);
}
