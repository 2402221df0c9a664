/* expects: gpu_ex42 WRONG n = [0-9]+: [0-9]+ hits, expected [0-9]+ \([-+][0-9]+\) */
/* Threads 2 t and 2 t + 1 draw the same samples: half of them twice, half of them never. */
#include "all_but_ex42.h"

__global__ void in_twos(unsigned long long *hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        atomicAdd(hits, (unsigned long long)pi_hits(i & ~1ull, samples, seed));
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    in_twos<<<1024, 256>>>(d_hits, samples, seed);
}
