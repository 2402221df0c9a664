/* expects: gpu_ex41 WRONG [0-9]{12,} hits: 4 of the 8 bytes of d_hits.0. are as they were */
/* Sets as many bytes to 0 as an int has. */
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(int), 0);
    pi_montecarlo_ex41_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
