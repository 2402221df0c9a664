/* expects: gpu_ex41 WRONG n = [0-9]+: [0-9]+ hits, expected [0-9]+ \([-+][0-9]+\) */
/* A tree without barriers: adds counts that are not there yet. */
#include "all_but_ex41.h"

__global__ void impatient(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    __shared__ unsigned long long counts[256];
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS;
    int t = threadIdx.x;

    counts[t] = 0;
    for (unsigned long long i = thread * each; i < (thread + 1) * each && i < pairs; i++)
        counts[t] += pi_hits(i, samples, seed);
    for (int half = 128; half > 0; half /= 2)
        if (t < half)
            counts[t] += counts[t + half];
    if (t == 0)
        atomicAdd(hits, counts[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    impatient<<<1024, 256>>>(d_hits, samples, seed);
}
