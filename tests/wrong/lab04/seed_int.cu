/* in the long tests, expects: gpu_v1 WRONG [0-9]+ hits, expected [0-9]+ */
/* Keeps the seed in an int, which is negative from 2^31 on. */
#include "all_but_v1.h"

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    int small = (int)seed;

    pi_montecarlo_v1_right(d_counts, samples, small);
}
