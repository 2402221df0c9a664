/* expects: gpu_ex41 WRONG n = 524287: [0-9]+ hits, expected [0-9]+ \(-[0-9]+\) */
/* The last block never adds its count; with few samples it has none. */
#include "all_but_ex41.h"

__global__ void but_the_last(unsigned long long *hits, unsigned long long samples,
                             unsigned long long seed)
{
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS, mine = 0;

    for (unsigned long long i = thread * each; i < (thread + 1) * each && i < pairs; i++)
        mine += pi_hits(i, samples, seed);
    if (blockIdx.x < gridDim.x - 1)
        atomicAdd(hits, mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    but_the_last<<<1024, 256>>>(d_hits, samples, seed);
}
