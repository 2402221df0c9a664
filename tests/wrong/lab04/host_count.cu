/* expects: gpu_ex42 WRONG .*the work is the kernel's */
/* at the default size */
/* Counts on the host, and launches a kernel that only stores the number. */
#include "all_but_ex42.h"

__global__ void store(unsigned long long *hits, unsigned long long number)
{
    *hits = number;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned long long number = 0;

    for (unsigned long long i = 0; i < pi_pairs(samples); i++)
        number += pi_hits(i, samples, seed);
    store<<<1, 1>>>(d_hits, number);
}
