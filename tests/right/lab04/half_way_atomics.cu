/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_atomics.cu:19, gpu_ex42 right half_way_atomics.cu:39 */
/* Half way. 4.1: a tree of a warp that keeps its atomics. 4.2: shuffles, and an atomic for each
 * warp. */
#include "all_but_ex41_and_ex42.h"

__global__ void tree_of_eight(unsigned long long *hits, unsigned long long samples,
                              unsigned long long seed)
{
    __shared__ unsigned long long counts[256];
    int t = threadIdx.x;
    unsigned long long mine = 0, threads = gridDim.x * blockDim.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + t; i < pi_pairs(samples); i += threads)
        mine += pi_hits(i, samples, seed);
    counts[t] = mine;
    __syncthreads();
    if (t % 2 == 0)
        atomicAdd(hits, counts[t] + counts[t + 1]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    tree_of_eight<<<1024, 256>>>(d_hits, samples, seed);
}

__global__ void by_warps(unsigned long long *hits, unsigned long long samples,
                         unsigned long long seed)
{
    unsigned long long mine = 0, threads = gridDim.x * blockDim.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    mine = sum_of_warp(mine);
    if (threadIdx.x % 32 == 0)
        atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    by_warps<<<1024, 256>>>(d_hits, samples, seed);
}
