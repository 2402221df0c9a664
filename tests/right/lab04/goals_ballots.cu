/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: four counts at a time, a tree of fours. 4.2: votes of the warp count the hits; sums by an
 * atomic in shared memory. */
#include "all_but_ex41_and_ex42.h"

__global__ void tree_of_fours(unsigned long long *hits, unsigned long long samples,
                              unsigned long long seed)
{
    __shared__ unsigned long long counts[256];
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS, mine = 0;
    int t = threadIdx.x;
    for (unsigned long long i = thread * each; i < min((thread + 1) * each, pairs); i++)
        mine += pi_hits(i, samples, seed);
    counts[t] = mine;
    for (int quarter = 64; quarter; quarter /= 4) {
        __syncthreads();
        if (t < quarter)
            counts[t] += counts[t + quarter] + counts[t + 2 * quarter] + counts[t + 3 * quarter];
    }
    if (t == 0)
        atomicAdd(hits, counts[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    tree_of_fours<<<PI_THREADS / 256, 256>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void votes(unsigned long long *hits, unsigned long long samples, unsigned long long seed)
{
    __shared__ unsigned long long sum;
    unsigned long long pairs = pi_pairs(samples),
                       threads = (unsigned long long)gridDim.x * blockDim.x, mine = 0;
    unsigned long long first =
        (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x - threadIdx.x % 32;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (unsigned long long i = first; i < pairs; i += threads) { /* the same trips for all lanes */
        unsigned long long at = i + threadIdx.x % 32;
        int found = at < pairs ? pi_hits(at, samples, seed) : 0;
        mine += __popc(__ballot_sync(0xffffffff, found > 0)) +
                __popc(__ballot_sync(0xffffffff, found > 1));
    }
    if (threadIdx.x % 32 == 0)
        atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(hits, sum);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    votes<<<512, 256>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
