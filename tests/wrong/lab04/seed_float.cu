/* in the long tests, expects: gpu_ex42 WRONG [0-9]+ hits, expected [0-9]+ */
/* Keeps the seed in a float, which is not exact above 2^24. */
#include "all_but_ex42.h"

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    float rounded = (float)seed;

    pi_montecarlo_ex42_right(d_hits, samples,
                             rounded < 0x1p64f ? (unsigned long long)rounded : ~0ull);
}
