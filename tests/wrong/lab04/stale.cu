/* expects: gpu_ex41 WRONG n = 1023: nothing was written */
/* Computes once per size: what is timed afterwards is the output of the run before. */
#define pi_montecarlo_ex41 pi_montecarlo_ex41_right
#include "../../../solutions/pi_montecarlo.cu"
#undef pi_montecarlo_ex41

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    static unsigned long long last;

    if (samples != last)
        pi_montecarlo_ex41_right(d_hits, samples, seed);
    last = samples;
}
