/* in the long tests, expects: gpu_ex42 WRONG waited */
/* Counts in a variable of its own, takes the number to the host and sends it to d_hits. */
#include "all_but_ex42.h"

__device__ unsigned long long own_hits;

__global__ void count_own(unsigned long long samples, unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    atomicAdd(&own_hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned long long number = 0;

    cudaMemcpyToSymbol(own_hits, &number, sizeof(number));
    count_own<<<512, 256>>>(samples, seed);
    cudaMemcpyFromSymbol(&number, own_hits, sizeof(number));
    cudaMemcpy(d_hits, &number, sizeof(number), cudaMemcpyHostToDevice);
}
