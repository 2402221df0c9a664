/* expects: gpu_v1 WRONG n = 1023: wrote outside: element [0-9]+ past the end of d_counts */
/* One count more than there is room for. */
#include "all_but_v1.h"

__global__ void behind(unsigned long long *counts)
{
    counts[PI_THREADS] = 0;
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    pi_montecarlo_v1_right(d_counts, samples, seed);
    behind<<<1, 1>>>(d_counts);
}
