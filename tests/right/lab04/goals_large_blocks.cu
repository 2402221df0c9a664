/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: blocks of 1,024, a tree in dynamic shared memory. 4.2: a butterfly; thread 0 adds the warps'
 * sums. */
#include "all_but_ex41_and_ex42.h"

__global__ void large_blocks(unsigned long long *hits, unsigned long long samples,
                             unsigned long long seed)
{
    extern __shared__ unsigned int sdata[];
    unsigned int tid = threadIdx.x, mine = 0;
    unsigned long long pairs = pi_pairs(samples),
                       stride = (unsigned long long)blockDim.x * gridDim.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + tid; i < pairs; i += stride)
        mine += pi_hits(i, samples, seed);
    sdata[tid] = mine;
    __syncthreads();
    for (unsigned int s = blockDim.x / 2; s > 0; s >>= 1) {
        if (tid < s)
            sdata[tid] += sdata[tid + s];
        __syncthreads();
    }
    if (tid == 0)
        atomicAdd(hits, (unsigned long long)sdata[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    large_blocks<<<256, 1024, 1024 * sizeof(unsigned int)>>>(d_hits, samples, seed);
}

__global__ void butterfly(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    __shared__ unsigned long long of_warp[32];
    unsigned long long mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    for (int mask = 1; mask < 32; mask <<= 1)
        mine += __shfl_xor_sync(~0u, mine, mask);
    if (threadIdx.x % 32 == 0)
        of_warp[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned long long all = 0;
        for (unsigned w = 0; w < blockDim.x / 32; w++)
            all += of_warp[w];
        atomicAdd(hits, all);
    }
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    butterfly<<<264, 1024>>>(d_hits, samples, seed);
}
