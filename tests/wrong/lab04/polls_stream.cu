/* in the long tests, expects: gpu_ex41 WRONG waited */
/* Asks again and again whether the default stream is done. */
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pi_montecarlo_ex41_right(d_hits, samples, seed);
    while (cudaStreamQuery(0) == cudaErrorNotReady)
        ;
}
