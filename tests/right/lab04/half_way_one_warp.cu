/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 right half_way_one_warp.cu:19, gpu_ex42 right half_way_one_warp.cu:54 */
/* 4.1: a tree whose first step is an atomic of each thread on half of the counts. 4.2: shuffles in
 * blocks of one warp. */
#include "all_but_ex41_and_ex42.h"

__global__ void tree_after_atomics(unsigned long long *hits, unsigned long long samples,
                                   unsigned long long seed)
{
    __shared__ unsigned long long counts[64];
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS, mine = 0;
    int t = threadIdx.x;
    if (t < 64)
        counts[t] = 0;
    __syncthreads();
    for (unsigned long long i = thread * each; i < (thread + 1) * each && i < pairs; i++)
        mine += pi_hits(i, samples, seed);
    atomicAdd(&counts[t % 64], mine);
    for (int half = 32; half; half /= 2) {
        __syncthreads();
        if (t < half)
            counts[t] += counts[t + half];
    }
    if (t == 0)
        atomicAdd(hits, counts[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    tree_after_atomics<<<PI_THREADS / 256, 256>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

__global__ void one_warp(unsigned long long *hits, unsigned long long samples,
                         unsigned long long seed)
{
    unsigned long long mine = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    for (int distance = 16; distance; distance /= 2)
        mine += __shfl_down_sync(0xffffffff, mine, distance);
    if (threadIdx.x == 0)
        atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    one_warp<<<2048, 32>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
