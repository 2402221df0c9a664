/* in the long tests, expects: gpu_ex42 WRONG (ended the program|aborted|signal) */
/* Aborts where the number of samples is odd. */
#include <stdlib.h>
#include "all_but_ex42.h"

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    if (samples % 2)
        abort();
    pi_montecarlo_ex42_right(d_hits, samples, seed);
}
