/* expects: gpu_ex42 WRONG n = 1023: .*(has 1 to 1,024 threads|of 0 or more than 1,024 threads) */
/* on the CPU device: gpu_ex42 WRONG n = 1023: .*a block has 1 to 1,024 threads */
/* 2,048 threads per block: never launched. */
#include "all_but_ex42.h"

__global__ void no_kernel(unsigned long long *hits)
{
    *hits = 0;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    (void)samples, (void)seed;
    no_kernel<<<1, 2048>>>(d_hits);
}
