/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_threads.cu:20, gpu_ex42 right half_way_threads.cu:40 */
/* Half way. 4.1: thread 0 adds all counts. 4.2: few threads, and the tree of 4.1 in place of
 * shuffles. */
#include "all_but_ex41_and_ex42.h"

__global__ void first_adds(unsigned long long *hits, unsigned long long samples,
                           unsigned long long seed)
{
    __shared__ unsigned long long counts[256];
    unsigned long long mine = 0, threads = gridDim.x * blockDim.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    counts[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < 256; t++)
            mine += counts[t];
        atomicAdd(hits, mine);
    }
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    first_adds<<<1024, 256>>>(d_hits, samples, seed);
}

__global__ void tree(unsigned long long *hits, unsigned long long samples, unsigned long long seed)
{
    __shared__ unsigned long long counts[256];
    unsigned long long mine = 0, threads = gridDim.x * blockDim.x;
    int t = threadIdx.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + t; i < pi_pairs(samples); i += threads)
        mine += pi_hits(i, samples, seed);
    counts[t] = mine;
    for (int half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            counts[t] += counts[t + half];
    }
    if (t == 0)
        atomicAdd(hits, counts[0]);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    tree<<<4, 256>>>(d_hits, samples, seed);
}
