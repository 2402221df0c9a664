/* in the long tests, expects: gpu_ex41 WRONG [0-9]+ hits, expected [0-9]+ */
/* at the default size */
/* A block's sum is an unsigned short: 512 blocks of at most 65,535 hits. */
#include "all_but_ex41.h"

__global__ void short_sums(unsigned long long *hits, unsigned long long samples,
                           unsigned long long seed)
{
    __shared__ unsigned short counts[BLOCK];
    unsigned long long threads = gridDim.x * blockDim.x;
    int t = threadIdx.x;

    counts[t] = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + t; i < pi_pairs(samples); i += threads)
        counts[t] += pi_hits(i, samples, seed);
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            counts[t] += counts[t + half];
    }
    if (t == 0)
        atomicAdd(hits, (unsigned long long)counts[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    short_sums<<<512, BLOCK>>>(d_hits, samples, seed);
}
