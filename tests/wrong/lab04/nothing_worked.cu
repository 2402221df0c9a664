/* expects: gpu_v1 WRONG n = 1023: nothing was written */
/* The worked kernel does nothing; it is not an exercise. */
#define pi_montecarlo_v1 pi_montecarlo_v1_right
#include "../../../solutions/pi_montecarlo.cu"
#undef pi_montecarlo_v1

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    (void)d_counts, (void)samples, (void)seed;
}
