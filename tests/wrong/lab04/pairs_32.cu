/* in the long tests, expects: gpu_ex42 WRONG [0-9]+ hits, expected [0-9]+ */
/* on the CPU device: gpu_ex42 ok */
/* on a GPU at the default size */
/* Numbers pairs in 32 bits: from 2^33 samples on, only those that are left over. */
#include "all_but_ex42.h"

__global__ void pairs_32(unsigned long long *hits, unsigned long long samples,
                         unsigned long long seed)
{
    unsigned int threads = gridDim.x * blockDim.x, pairs = (unsigned int)pi_pairs(samples);
    unsigned long long mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += threads)
        mine += pi_hits(i, samples, seed);
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    pairs_32<<<1024, 256>>>(d_hits, samples, seed);
}
