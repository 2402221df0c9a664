/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: 64 threads, volatile, the last warp by __syncwarp. 4.2: sums of blocks in an array, which
 * the block that is last to come adds. */
#include "all_but_ex41_and_ex42.h"
static __device__ unsigned long long parts[512];
static __device__ unsigned int done;

__global__ void small_tree(unsigned long long *hits, unsigned long long samples,
                           unsigned long long seed)
{
    __shared__ volatile unsigned long long x[64];
    unsigned long long mine = 0, threads = gridDim.x * blockDim.x;
    int t = threadIdx.x;
    for (unsigned long long i = blockIdx.x * blockDim.x + t; i < pi_pairs(samples); i += threads)
        mine += pi_hits(i, samples, seed);
    x[t] = mine;
    __syncthreads();
    for (int half = 32; half; half /= 2) {
        if (t < half)
            x[t] = x[t] + x[t + half];
        if (half > 16)
            __syncthreads();
        else
            __syncwarp();
    }
    if (t == 0)
        atomicAdd(hits, x[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    small_tree<<<PI_THREADS / 64, 64>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

__device__ unsigned long long add_warp(unsigned long long x)
{
    for (int d = 1; d < 32; d *= 2)
        x += __shfl_down_sync(0xffffffff, x, d);
    return x;
}

__device__ unsigned long long add_block(unsigned long long x)
{
    __shared__ unsigned long long sums[8];
    x = add_warp(x);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = x;
    __syncthreads();
    x = threadIdx.x < 8 ? sums[threadIdx.x] : 0;
    __syncthreads();
    return threadIdx.x < 32 ? add_warp(x) : 0;
}

__global__ void last_adds(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    __shared__ bool last;
    unsigned long long mine = 0;
    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pi_pairs(samples);
         i += gridDim.x * blockDim.x)
        mine += pi_hits(i, samples, seed);
    mine = add_block(mine);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = mine;
        __threadfence();
        last = atomicAdd(&done, 1u) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    mine = 0;
    for (int b = threadIdx.x; b < (int)gridDim.x; b += blockDim.x)
        mine += ((volatile unsigned long long *)parts)[b];
    mine = add_block(mine);
    if (threadIdx.x == 0) {
        *hits = mine;
        done = 0;
    }
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    last_adds<<<512, 256>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
