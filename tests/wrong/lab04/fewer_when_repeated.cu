/* in the long tests, expects: gpu_ex42 WRONG [0-9]+ hits, expected [0-9]+ */
/* Of calls that repeat a number of samples, every other one draws a sixteenth of them, times 16. */
#include "all_but_ex42.h"

__global__ void times_16(unsigned long long *hits)
{
    *hits *= 16;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    static unsigned long long last, repeated;

    repeated = samples == last ? repeated + 1 : 0;
    last = samples;
    if (repeated % 2 == 0) {
        pi_montecarlo_ex42_right(d_hits, samples, seed);
        return;
    }
    pi_montecarlo_ex42_right(d_hits, samples / 16, seed);
    times_16<<<1, 1>>>(d_hits);
}
