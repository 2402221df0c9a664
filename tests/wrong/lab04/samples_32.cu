/* in the long tests, expects: gpu_v1 WRONG [0-9]+ hits, expected [0-9]+ */
/* on the CPU device: gpu_v1 ok */
/* at the default size */
/* The kernel takes the number of samples as 32 bits: 2^32 + 5 samples are 5. */
#include "all_but_v1.h"

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    unsigned int few = (unsigned int)samples;

    pi_montecarlo_v1_right(d_counts, few, seed);
}
