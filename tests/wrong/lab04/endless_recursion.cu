/* expects: gpu_ex42 WRONG (.*ran out of stack|did not come back) */
/* on the CPU device: gpu_ex42 WRONG .*ran out of stack */
/* Halves the samples until none is left, but half of 1, rounded up, is 1: the stack overflows. */
#include "all_but_ex42.h"

static unsigned long long volatile sink;

static unsigned long long halve(unsigned long long samples)
{
    volatile char page[4096];

    page[samples % sizeof(page)] = 1;
    sink += page[samples % sizeof(page)];
    return samples == 0 ? 0 : 1 + halve(pi_pairs(samples));
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    if (halve(samples) > 0)
        pi_montecarlo_ex42_right(d_hits, samples, seed);
}
