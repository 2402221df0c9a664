/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: a tree that grows, blocks of 512, a stride over the pairs. 4.2: xor shuffles, blocks of
 * 1,024. */
#include "all_but_ex41_and_ex42.h"

typedef unsigned long long u64;

static __device__ u64 strided_hits(u64 samples, u64 seed)
{
    u64 mine = 0, pairs = pi_pairs(samples);
    for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < pairs;
         i += (u64)gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    return mine;
}

__global__ void growing(u64 *hits, u64 samples, u64 seed)
{
    extern __shared__ u64 sums[];
    sums[threadIdx.x] = strided_hits(samples, seed);
    for (unsigned step = 1; step < blockDim.x; step <<= 1) {
        __syncthreads();
        unsigned at = 2 * step * threadIdx.x;
        if (at + step < blockDim.x)
            sums[at] += sums[at + step];
    }
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(hits, sums[0]);
}

void pi_montecarlo_ex41(u64 *d_hits, u64 samples, u64 seed)
{
    CUDA_CHECK(cudaMemsetAsync(d_hits, 0, sizeof(u64)));
    growing<<<512, 512, 512 * sizeof(u64)>>>(d_hits, samples, seed);
}

__global__ void butterflies(u64 *hits, u64 samples, u64 seed)
{
    __shared__ u64 sums[32];
    u64 sum = strided_hits(samples, seed);
    for (int mask = 1; mask < 32; mask *= 2)
        sum += __shfl_xor_sync(~0u, sum, mask);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = sums[threadIdx.x];
        for (int mask = 1; mask < 32; mask *= 2)
            sum += __shfl_xor_sync(~0u, sum, mask);
        if (threadIdx.x == 0)
            atomicAdd(hits, sum);
    }
}

void pi_montecarlo_ex42(u64 *d_hits, u64 samples, u64 seed)
{
    CUDA_CHECK(cudaMemsetAsync(d_hits, 0, sizeof(u64)));
    butterflies<<<256, 1024>>>(d_hits, samples, seed);
}
