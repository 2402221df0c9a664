/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: a tree of neighbours, sums of blocks in scratch memory, a second kernel. 4.2: groups of 16.
 */
#include <cooperative_groups.h>
#include "all_but_ex41_and_ex42.h"

__global__ void sums_of_blocks(unsigned int *sums, unsigned long long samples,
                               unsigned long long seed)
{
    __shared__ unsigned int s[128];
    unsigned long long pairs = pi_pairs(samples);
    int t = threadIdx.x;

    s[t] = 0;
    for (unsigned long long i = blockIdx.x * 128ull + t; i < pairs; i += 2048ull * 128)
        s[t] += pi_hits(i, samples, seed);
    for (int d = 1; d < 128; d *= 2) {
        __syncthreads();
        int i = 2 * d * t;
        if (i + d < 128)
            s[i] += s[i + d];
    }
    if (t == 0)
        sums[blockIdx.x] = s[0];
}

__global__ void sum_of_sums(unsigned long long *hits, const unsigned int *sums)
{
    __shared__ unsigned long long s[512];
    int t = threadIdx.x;

    s[t] = 0;
    for (int i = t; i < 2048; i += 512)
        s[t] += sums[i];
    for (int d = 256; d > 0; d /= 2) {
        __syncthreads();
        if (t < d)
            s[t] += s[t + d];
    }
    if (t == 0)
        *hits = s[0];
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned int *sums;

    CUDA_CHECK(cudaMallocAsync(&sums, 2048 * sizeof(*sums), 0));
    sums_of_blocks<<<2048, 128>>>(sums, samples, seed);
    sum_of_sums<<<1, 512>>>(d_hits, sums);
    CUDA_CHECK(cudaFreeAsync(sums, 0));
}

namespace cg = cooperative_groups;

__global__ void groups_of_16(unsigned long long *hits, unsigned long long samples,
                             unsigned long long seed)
{
    __shared__ unsigned long long sums[16];
    auto group = cg::tiled_partition<16>(cg::this_thread_block());
    unsigned long long mine = 0;

    for (unsigned long long i = cg::this_grid().thread_rank(); i < pi_pairs(samples);
         i += cg::this_grid().size())
        mine += pi_hits(i, samples, seed);
    for (int i = group.size() / 2; i > 0; i /= 2)
        mine += group.shfl_down(mine, i);
    if (group.thread_rank() == 0)
        sums[threadIdx.x / 16] = mine;
    cg::sync(cg::this_thread_block());
    if (threadIdx.x >= 16)
        return;
    mine = sums[threadIdx.x];
    for (int i = 8; i > 0; i /= 2)
        mine += group.shfl_down(mine, i);
    if (threadIdx.x == 0)
        atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    groups_of_16<<<512, 256>>>(d_hits, samples, seed);
}
