/* in the long tests, expects: gpu_ex41 WRONG stream of its own */
/* The memset in the default stream, the kernel in one that does not wait for it. */
#include "all_but_ex41.h"

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    static cudaStream_t stream;

    if (!stream)
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    pi_montecarlo_ex41_kernel<<<PI_THREADS / BLOCK, BLOCK, 0, stream>>>(d_hits, samples, seed);
}
