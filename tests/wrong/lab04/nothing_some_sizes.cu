/* expects: gpu_ex42 WRONG n = 1: nothing was written */
/* Nothing written for fewer than 1,000 samples: begun, so not "todo". */
#include "all_but_ex42.h"

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    if (samples >= 1000)
        pi_montecarlo_ex42_right(d_hits, samples, seed);
}
