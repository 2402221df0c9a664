/* expects: gpu_ex41 ok */
/* Each block adds its hits to what the block before it has left, and waits for that. In an order in
 * which that block comes later it would never end, and that proves nothing. */
#include "../../wrong/lab04/all_but_ex41.h"

#define BLOCKS 64

static __device__ volatile unsigned int passed; /* how many blocks have added theirs */

__global__ void in_turn(unsigned long long *hits, unsigned long long samples,
                        unsigned long long seed)
{
    __shared__ unsigned long long sum;
    unsigned long long pairs = pi_pairs(samples), mine = 0;

    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads();
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs;
         i += gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x)
        return;
    while (passed != blockIdx.x)
        ;
    __threadfence();
    *(volatile unsigned long long *)hits =
        blockIdx.x ? *(volatile unsigned long long *)hits + sum : sum;
    __threadfence();
    passed = blockIdx.x + 1 == gridDim.x ? 0 : blockIdx.x + 1;
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned int *first;

    if (cudaGetSymbolAddress((void **)&first, passed))
        return;
    cudaMemsetAsync(first, 0, sizeof(*first), 0);
    in_turn<<<BLOCKS, 256>>>(d_hits, samples, seed);
}
