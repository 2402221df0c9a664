/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: lane 0 of each warp adds its 32 counts, thread 0 the eight sums. 4.2: blocks of 1,024, of
 * whose 32 sums thread 0 adds all. */
#include "all_but_ex41_and_ex42.h"

__global__ void two_levels(unsigned long long *hits, unsigned long long samples,
                           unsigned long long seed)
{
    __shared__ unsigned long long counts[256], sums[8];
    unsigned long long mine = 0, threads = gridDim.x * blockDim.x;
    int t = threadIdx.x;
    for (unsigned long long i = blockIdx.x * blockDim.x + t; i < pi_pairs(samples); i += threads)
        mine += pi_hits(i, samples, seed);
    counts[t] = mine;
    __syncthreads();
    if (t % 32 == 0) {
        for (int e = 1; e < 32; e++)
            mine += counts[t + e];
        sums[t / 32] = mine;
    }
    __syncthreads();
    if (t == 0) {
        for (int w = 1; w < 8; w++)
            mine += sums[w];
        atomicAdd(hits, mine);
    }
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    two_levels<<<PI_THREADS / 256, 256>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void wide_block(unsigned long long *hits, unsigned long long samples,
                           unsigned long long seed)
{
    __shared__ unsigned long long sums[32];
    unsigned long long mine = 0;
    for (unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
         i < pi_pairs(samples); i += (unsigned long long)gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    for (int distance = 16; distance > 0; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int w = 1; w < 32; w++)
            mine += sums[w];
        atomicAdd(hits, mine);
    }
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    wide_block<<<128, 1024>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
