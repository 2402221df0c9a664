/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_lanes.cu:30, gpu_ex42 right half_way_lanes.cu:38 */
/* Blocks of 32 threads, whose lane 0 adds 32 counts from shared memory. */
#include "all_but_ex41_and_ex42.h"

template <typename count>
__global__ void lane_0_adds(unsigned long long *hits, unsigned long long samples,
                            unsigned long long seed)
{
    __shared__ count counts[32];
    unsigned long long threads = gridDim.x * blockDim.x;
    count mine = 0;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += threads)
        mine += pi_hits(i, samples, seed);
    counts[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    for (int t = 1; t < 32; t++)
        mine += counts[t];
    atomicAdd(hits, (unsigned long long)mine);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    lane_0_adds<unsigned long long><<<1024, 32>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    lane_0_adds<unsigned int><<<1024, 32>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
