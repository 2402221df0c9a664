/* expects: gpu_ex41 WRONG n = [0-9]+: [0-9]+ hits, expected [0-9]+ \(-[0-9]+\) */
/* Wrong only for odd numbers of samples: rounds the number of pairs down. */
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pi_montecarlo_ex41_right(d_hits, samples / 2 * 2, seed);
}
