/* expects: gpu_ex42 WRONG n = [0-9]+: [0-9]+ hits, expected [0-9]+ \([+][0-9]+\) */
/* Wrong only for odd numbers of samples: of the last pair, both are counted. */
#include "all_but_ex42.h"

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pi_montecarlo_ex42_right(d_hits, samples + samples % 2, seed);
}
