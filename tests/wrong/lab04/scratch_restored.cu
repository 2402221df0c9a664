/* in the long tests, expects: gpu_ex42 WRONG wrote outside */
/* One sum per block past d_hits[0], as if that were an array; afterwards fills it with 0xff. */
#include "all_but_ex42.h"

__global__ void per_block(unsigned long long *sums, unsigned long long samples,
                          unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    atomicAdd(&sums[blockIdx.x], mine);
}

__global__ void sum_blocks(unsigned long long *sums, int blocks)
{
    for (int i = 1; i < blocks; i++)
        sums[0] += sums[i];
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, 128 * sizeof(*d_hits), 0);
    per_block<<<128, 256>>>(d_hits, samples, seed);
    sum_blocks<<<1, 1>>>(d_hits, 128);
    cudaMemsetAsync(d_hits + 1, 0xff, 127 * sizeof(*d_hits), 0);
}
