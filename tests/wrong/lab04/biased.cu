/* expects: gpu_ex42 WRONG n = 1023: [0-9]+ hits, expected [0-9]+ \([-+][0-9]+\) */
/* A generator of its own, whose x and y are no strangers to each other. */
#include "all_but_ex42.h"

__global__ void own_generator(unsigned long long *hits, unsigned long long samples,
                              unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < samples; i += threads) {
        unsigned int x = (unsigned int)((i + seed) * 747796405u + 2891336453u);
        mine += pi_inside(x, x * 747796405u + 2891336453u);
    }
    atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    own_generator<<<1024, 256>>>(d_hits, samples, seed);
}
