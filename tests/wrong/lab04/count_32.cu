/* in the long tests, expects: gpu_ex41 WRONG [0-9]+ hits, expected [0-9]+ */
/* on the CPU device: gpu_ex41 ok */
/* on a GPU at the default size */
/* Counts hits in 32 bits: too few from about 5.5e9 samples on. */
#include "all_but_ex41.h"

__device__ unsigned int sum_32;

__global__ void add_32(unsigned long long samples, unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x;
    unsigned int mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    atomicAdd(&sum_32, mine);
}

__global__ void move_sum(unsigned long long *hits)
{
    *hits = sum_32;
    sum_32 = 0;
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    add_32<<<1024, 256>>>(samples, seed);
    move_sum<<<1, 1>>>(d_hits);
}
