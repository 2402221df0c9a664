/* in the long tests, expects: gpu_ex42 ok */
/* goals: gpu_ex41 done, gpu_ex42 done */
/* 4.1: the tree's last warp alone. 4.2: warpSize; the first warp's shuffles with zeros stored
 * before. */
#include "all_but_ex41_and_ex42.h"

__global__ void last_warp(unsigned long long *hits, unsigned long long samples,
                          unsigned long long seed)
{
    __shared__ unsigned long long s[256];
    unsigned long long pairs = pi_pairs(samples), each = (pairs + PI_THREADS - 1) / PI_THREADS;
    unsigned long long first = (blockIdx.x * 256ull + threadIdx.x) * each;
    unsigned t = threadIdx.x;

    s[t] = 0;
    for (unsigned long long i = 0; i < each; i++)
        if (first + i < pairs)
            s[t] += pi_hits(first + i, samples, seed);
    __syncthreads();
    if (t < 128)
        s[t] += s[t + 128];
    __syncthreads();
    if (t < 64)
        s[t] += s[t + 64];
    __syncthreads();
    if (t >= 32)
        return;
    for (int d = 32; d > 0; d >>= 1) {
        unsigned long long other = s[t + d];
        __syncwarp();
        s[t] += other;
        __syncwarp();
    }
    if (!t)
        atomicAdd(hits, s[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    last_warp<<<PI_THREADS / 256, 256>>>(d_hits, samples, seed);
}

__inline__ __device__ unsigned int warp_sum(unsigned int v)
{
    for (int offset = warpSize / 2; offset > 0; offset /= 2)
        v += __shfl_down_sync(0xffffffff, v, offset);
    return v;
}

__global__ void zeros_before(unsigned long long *hits, unsigned long long samples,
                             unsigned long long seed)
{
    static __shared__ unsigned int shared[32];
    int lane = threadIdx.x & 31, wid = threadIdx.x >> 5;
    unsigned long long pairs = pi_pairs(samples);
    unsigned int count = 0;

    if (wid == 0)
        shared[lane] = 0;
    __syncthreads();
    for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
         i < pairs; i += (unsigned long long)gridDim.x * blockDim.x)
        count += pi_hits(i, samples, seed);
    count = warp_sum(count);
    if (lane == 0)
        shared[wid] = count;
    __syncthreads();
    if (wid == 0) {
        count = warp_sum(shared[lane]);
        if (lane == 0)
            atomicAdd(hits, (unsigned long long)count);
    }
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits));
    zeros_before<<<528, 128>>>(d_hits, samples, seed);
}
