/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_serial.cu:22, gpu_ex42 right half_way_serial.cu:22 */
/* Blocks of 64 threads, whose thread 0 adds 64 counts from shared memory, of 32 bits in 4.2. */
#include "all_but_ex41_and_ex42.h"

template <typename count>
__global__ void thread_0_adds(unsigned long long *hits, unsigned long long samples,
                              unsigned long long seed)
{
    __shared__ count counts[64];
    unsigned long long threads = gridDim.x * blockDim.x;
    count mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    counts[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int t = 1; t < 64; t++)
        mine += counts[t];
    atomicAdd(hits, (unsigned long long)mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    thread_0_adds<unsigned long long><<<4096, 64>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    thread_0_adds<unsigned int><<<1024, 64>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
