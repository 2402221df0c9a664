/* in the long tests, expects: gpu_ex42 WRONG [0-9]+ hits, expected [0-9]+ */
/* A static variable takes the seed of the first call, and no other one. */
#include "all_but_ex42.h"

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    static unsigned long long first_seed = seed;

    pi_montecarlo_ex42_right(d_hits, samples, first_seed);
}
