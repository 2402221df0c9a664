/* expects: gpu_ex42 WRONG an illegal memory access was encountered */
/* only the CPU device can tell */
/* Eight warps, and shared memory for the sums of four: the others lie past its end. */
#include "all_but_ex42.h"

#define THREADS 256

__global__ void by_warps(unsigned long long *hits, unsigned long long samples,
                         unsigned long long seed)
{
    __shared__ unsigned long long sums[THREADS / 64];
    unsigned long long pairs = pi_pairs(samples), mine = 0;
    unsigned long long all = (unsigned long long)gridDim.x * blockDim.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += all)
        mine += pi_hits(i, samples, seed);
    for (int step = 16; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int warp = 1; warp < THREADS / 32; warp++)
            mine += sums[warp];
        atomicAdd(hits, mine);
    }
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    by_warps<<<1024, THREADS>>>(d_hits, samples, seed);
}
