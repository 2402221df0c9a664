/* in the long tests, expects: gpu_v1 WRONG wrote outside */
/* Writes the sum of the first counts in front of them all. */
#include "all_but_v1.h"

__global__ void sum_in_front(unsigned long long *counts)
{
    counts[-1] = counts[0] + counts[1];
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    pi_montecarlo_v1_right(d_counts, samples, seed);
    sum_in_front<<<1, 1>>>(d_counts);
}
