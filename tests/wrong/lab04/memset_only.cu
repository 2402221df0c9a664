/* in the long tests, expects: gpu_ex42 WRONG (launched no kernel|0 hits, expected) */
/* Sets the number of hits to 0 and launches nothing. */
#include "all_but_ex42.h"

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    (void)samples, (void)seed;
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
}
