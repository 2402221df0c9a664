/* expects: gpu_ex42 WRONG n = 22[0-9]+: 16777216 hits, expected 1[78] */
/* Counts hits one by one in a float, which stops at 2^24: 2^24 + 1 is no float. */
#include "all_but_ex42.h"

__device__ float sum;

__global__ void set_to_0()
{
    sum = 0;
}

__global__ void add(unsigned long long samples, unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        for (int hits = pi_hits(i, samples, seed); hits > 0; hits--)
            atomicAdd(&sum, 1.0f);
}

__global__ void to_integer(unsigned long long *hits)
{
    *hits = (unsigned long long)sum;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    set_to_0<<<1, 1>>>();
    add<<<1024, 256>>>(samples, seed);
    to_integer<<<1, 1>>>(d_hits);
}
