/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_small_blocks.cu:19, gpu_ex42 right half_way_small_blocks.cu:40 */
/* Blocks of 32 threads, and few. 4.1: each thread adds to a sum in shared memory. 4.2: to the hits.
 */
#include "all_but_ex41_and_ex42.h"

__global__ void sums_by_atomics(unsigned long long *hits, unsigned long long samples,
                                unsigned long long seed)
{
    __shared__ unsigned long long sum;
    unsigned long long mine = 0;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(hits, sum);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    sums_by_atomics<<<1024, 32>>>(d_hits, samples, seed);
}

__global__ void all_by_atomics(unsigned long long *hits, unsigned long long samples,
                               unsigned long long seed)
{
    unsigned long long mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    all_by_atomics<<<128, 32>>>(d_hits, samples, seed);
}
