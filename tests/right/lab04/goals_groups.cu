/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: sixteen threads add sixteen counts each, then one of them their sums. 4.2: a group's reduce,
 * and an atomic in shared memory for each warp. */
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include "all_but_ex41_and_ex42.h"

__global__ void in_two_steps(unsigned long long *hits, unsigned long long samples,
                             unsigned long long seed)
{
    __shared__ unsigned int counts[16][17], sums[16];
    unsigned long long pairs = pi_pairs(samples), each = (pairs + PI_THREADS - 1) / PI_THREADS;
    unsigned long long first = (blockIdx.x * blockDim.x + threadIdx.x) * each;
    unsigned int mine = 0;

    for (unsigned long long i = first; i < min(first + each, pairs); i++)
        mine += pi_hits(i, samples, seed);
    counts[threadIdx.x / 16][threadIdx.x % 16] = mine;
    __syncthreads();
    if (threadIdx.x < 16) {
        mine = 0;
        for (int e = 0; e < 16; e++)
            mine += counts[threadIdx.x][e];
        sums[threadIdx.x] = mine;
    }
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    unsigned long long all = 0;
    for (int e = 0; e < 16; e++)
        all += sums[e];
    atomicAdd(hits, all);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    in_two_steps<<<PI_THREADS / 256, 256>>>(d_hits, samples, seed);
}

__global__ void of_groups(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    namespace cg = cooperative_groups;
    __shared__ unsigned long long sum;
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
    unsigned long long mine = 0, threads = gridDim.x * blockDim.x;

    if (block.thread_rank() == 0)
        sum = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    mine = cg::reduce(warp, mine, cg::plus<unsigned long long>());
    block.sync();
    if (warp.thread_rank() == 0)
        atomicAdd(&sum, mine);
    block.sync();
    if (block.thread_rank() == 0)
        atomicAdd(hits, sum);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    of_groups<<<1024, 256>>>(d_hits, samples, seed);
}
