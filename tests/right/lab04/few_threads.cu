/* in the long tests, expects: gpu_v1 ok */
/* A memset, and then counts by 1,024 threads only: the others' counts stay 0. */
#include "../../wrong/lab04/all_but_v1.h"

__global__ void few_threads(unsigned long long *counts, unsigned long long samples,
                            unsigned long long seed)
{
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x;

    for (unsigned long long i = thread; i < pi_pairs(samples); i += threads)
        mine += pi_hits(i, samples, seed);
    counts[PI_THREADS - 1 - 97 * thread] = mine;
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    cudaMemsetAsync(d_counts, 0, PI_THREADS * sizeof(*d_counts), 0);
    few_threads<<<8, 128>>>(d_counts, samples, seed);
}
