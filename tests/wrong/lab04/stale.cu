/* expects: gpu_ex41 WRONG n = 1023: nothing was written */
/* Computes once per size: what is timed afterwards is the output of the run before. */
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    static unsigned long long last;

    if (samples != last)
        pi_montecarlo_ex41_right(d_hits, samples, seed);
    last = samples;
}
