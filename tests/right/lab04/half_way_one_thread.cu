/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_one_thread.cu:32, gpu_ex42 right half_way_one_thread.cu:32 */
/* Thread 0 of all draws every sample, the other threads none; warps, blocks and atomics as they
 * should be. */
#include "all_but_ex41_and_ex42.h"

__global__ void one_draws(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    __shared__ unsigned long long sums[8];
    unsigned long long mine = 0, thread = blockIdx.x * blockDim.x + threadIdx.x;

    if (thread == 0)
        for (unsigned long long i = 0; i < pi_pairs(samples); i++)
            mine += pi_hits(i, samples, seed);
    for (int step = 16; step > 0; step /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, step);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = mine;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int warp = 1; warp < 8; warp++)
        mine += sums[warp];
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    one_draws<<<1024, 256>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    pi_montecarlo_ex41(d_hits, samples, seed);
}
