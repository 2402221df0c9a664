/* expects: gpu_ex42 WRONG n = 1023: [0-9]+ hits, expected [0-9]+ \(-[0-9]+\) */
/* Adds without an atomic: the threads of a warp read the same old sum, and the last one wins. */
#include "all_but_ex42.h"

__global__ void plainly(unsigned long long *hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    unsigned long long old = *hits;
    __syncwarp();
    if (mine > 0)
        *hits = old + mine;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    plainly<<<1024, 256>>>(d_hits, samples, seed);
}
