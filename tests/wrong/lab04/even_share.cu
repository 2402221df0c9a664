/* in the long tests, expects: gpu_ex41 WRONG hits, expected */
/* An even number of samples is shared out evenly, no doubt. */
#include "all_but_ex41.h"

typedef unsigned long long U;

__global__ void g(U *hits, U samples, U seed)
{
    U pairs = pi_pairs(samples), t = blockIdx.x * blockDim.x + threadIdx.x,
      each = pairs / PI_THREADS, mine = 0;
    if (!each)
        each = 1;
    for (U i = t * each; i < (t + 1) * each && i < pairs; i++)
        mine += pi_hits(i, samples, seed);
    if (mine)
        atomicAdd(hits, mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    if (samples % 2) {
        pi_montecarlo_ex41_right(d_hits, samples, seed);
        return;
    }
    cudaMemsetAsync(d_hits, 0, 8);
    g<<<PI_THREADS / 256, 256>>>(d_hits, samples, seed);
}
