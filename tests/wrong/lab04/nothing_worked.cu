/* expects: gpu_v1 WRONG n = 1023: nothing was written */
/* The worked kernel does nothing; it is not an exercise. */
#include "all_but_v1.h"

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    (void)d_counts, (void)samples, (void)seed;
}
