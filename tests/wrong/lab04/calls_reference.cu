/* in the long tests, expects: gpu_ex41 WRONG (launched no kernel|waited) */
/* only the CPU device can tell */
/* No kernel: the function that the lab checks with, and a copy of its number. */
#include "all_but_ex41.h"

unsigned long long pi_reference(unsigned long long samples, unsigned long long seed);

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned long long number = pi_reference(samples, seed);

    cudaMemcpyAsync(d_hits, &number, sizeof(number), cudaMemcpyHostToDevice, 0);
}
