/* expects: gpu_ex41 WRONG [0-9]+ hits, expected [0-9]+ */
/* The kernel takes the seed as 32 bits, and a seed may have 64. */
#include "all_but_ex41.h"

__global__ void seed_32(unsigned long long *hits, unsigned long long samples, unsigned int seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    seed_32<<<1024, 256>>>(d_hits, samples, (unsigned int)seed);
}
