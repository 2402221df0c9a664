/* expects: gpu_ex42 ok */
/* goals: gpu_ex42 right last_block_sums.cu:24 */
/* Block sums in an array of its own; the block that is last to come adds them and resets the count.
 */
#include "../../wrong/lab04/all_but_ex42.h"

#define BLOCKS 96

static __device__ unsigned long long block_sums[BLOCKS];
static __device__ unsigned int arrived;

__global__ void last_block_sums(unsigned long long *hits, unsigned long long samples,
                                unsigned long long seed)
{
    __shared__ unsigned long long sum;
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    block_sums[blockIdx.x] = sum;
    __threadfence();
    if (atomicAdd(&arrived, 1u) < BLOCKS - 1)
        return;
    unsigned long long all = 0;
    for (int b = 0; b < BLOCKS; b++)
        all += atomicAdd(&block_sums[b], 0ull);
    *hits = all;
    arrived = 0;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    last_block_sums<<<BLOCKS, 128>>>(d_hits, samples, seed);
}
