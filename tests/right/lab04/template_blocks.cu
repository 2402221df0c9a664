/* in the long tests, expects: gpu_ex41 ok */
/* goals: gpu_ex41 right template_blocks.cu:17 */
/* A template over the block, 64 or 512 threads by the number of samples; a tree of shuffles. */
#include "../../wrong/lab04/all_but_ex41.h"

template <int THREADS>
__global__ void tree(unsigned long long *hits, unsigned long long samples, unsigned long long seed)
{
    __shared__ unsigned int warps[THREADS / 32];
    unsigned long long threads = (unsigned long long)gridDim.x * gridDim.y * gridDim.z * THREADS;
    int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned long long first = block * THREADS + threadIdx.x, sum = 0;

    for (unsigned long long i = first; i < pi_pairs(samples); i += threads)
        sum += pi_hits(i, samples, seed);
    unsigned int low = (unsigned int)(sum & 0xffff), high = (unsigned int)(sum >> 16);
    atomicAdd(hits, (unsigned long long)high << 16);
    for (int distance = 16; distance > 0; distance /= 2)
        low += __shfl_xor_sync(0xffffffff, low, distance);
    if (threadIdx.x % 32 == 0)
        warps[threadIdx.x / 32] = low;
    __syncthreads();
    if (threadIdx.x % 32 == 0)
        atomicAdd(hits, (unsigned long long)warps[threadIdx.x / 32]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    if (samples < 100000)
        tree<64><<<7, 64>>>(d_hits, samples, seed);
    else
        tree<512><<<dim3(3, 5, 7), 512>>>(d_hits, samples, seed);
}
