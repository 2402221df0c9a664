/* in the long tests, expects: gpu_v1 WRONG wrote outside */
/* Writes the number of samples 1,000 counts behind the last one. */
#include "all_but_v1.h"

__global__ void note_samples(unsigned long long *counts, unsigned long long samples)
{
    counts[PI_THREADS + 1000] = samples;
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    pi_montecarlo_v1_right(d_counts, samples, seed);
    note_samples<<<1, 1>>>(d_counts, samples);
}
