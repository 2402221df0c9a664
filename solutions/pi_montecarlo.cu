/* Lab 4 - Monte Carlo pi: where does the reduction happen? The answers.
 *
 *   make solution04 && ./solution04
 *
 * v1     every thread writes its count, the CPU sums them    as handed out
 * ex41   a tree in shared memory, one atomic per block       answer to 4.1
 * ex42   warp shuffles and a grid-stride loop                answer to 4.2 */
#include <cuda_runtime.h>
#include "pi_montecarlo.h"

#define BLOCK 256

/* ---- v1: every thread writes its count, the CPU sums them ----------------------------------- */

__global__ void pi_montecarlo_v1_kernel(unsigned long long *counts, unsigned long long samples,
                                        unsigned long long seed)
{
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS;
    unsigned long long hits = 0;

    for (unsigned long long i = thread * each; i < (thread + 1) * each && i < pairs; i++)
        hits += pi_hits(i, samples, seed);
    counts[thread] = hits;
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    pi_montecarlo_v1_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(d_counts, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex41: a tree in shared memory, one atomic per block ------------------------------------ */

/* Right: the barrier before each step makes the sums of the step before visible to all, and the
 * threads that have nothing left to add still meet it. d_hits[0] is set to 0 by the memset, which
 * stands in the same stream and so is done before any block begins; a thread of the kernel could
 * not do it, because blocks start in any order. What goes wrong with the memset or with the launch
 * is found by whoever asks cudaGetLastError next.
 *
 * Fast: 1,024 atomics on one address instead of 262,144, and 8 bytes for the way back instead of
 * 2 MB. The kernel itself takes as long as v1's: nearly all of its time goes into Philox. */
__global__ void pi_montecarlo_ex41_kernel(unsigned long long *hits, unsigned long long samples,
                                          unsigned long long seed)
{
    __shared__ unsigned long long counts[BLOCK];
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS;
    unsigned long long mine = 0;
    int t = threadIdx.x;

    for (unsigned long long i = thread * each; i < (thread + 1) * each && i < pairs; i++)
        mine += pi_hits(i, samples, seed);
    counts[t] = mine;
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            counts[t] += counts[t + half];
    }
    if (t == 0) /* who has written counts[0] itself */
        atomicAdd(hits, counts[0]);
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    pi_montecarlo_ex41_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex42: warp shuffles and a grid-stride loop --------------------------------------------- */

/* Right: nobody leaves early, so all 32 lanes take part in every shuffle, which the full mask
 * promises. Lane l adds the sum of lane l + 16, then l + 8, ...; what the upper lanes add then is
 * of no use to anyone, and only lane 0 ends with the sum of all. The eight sums of a block meet in
 * shared memory, and after one barrier the first warp reduces them the same way.
 *
 * Fast: one barrier instead of eight, registers instead of shared memory. And consecutive threads
 * take consecutive pairs, which would coalesce if samples came from memory; they do not. So there
 * is little to gain over ex41 at many samples; the lesson is the pattern, and that the grid no
 * longer depends on the problem. */
__device__ unsigned long long sum_of_warp(unsigned long long x)
{
    for (int distance = 16; distance > 0; distance /= 2)
        x += __shfl_down_sync(0xffffffff, x, distance);
    return x;
}

__global__ void pi_montecarlo_ex42_kernel(unsigned long long *hits, unsigned long long samples,
                                          unsigned long long seed)
{
    __shared__ unsigned long long sums[BLOCK / 32];
    unsigned long long threads = gridDim.x * blockDim.x, pairs = pi_pairs(samples), mine = 0;
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32;

    for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < pairs; i += threads)
        mine += pi_hits(i, samples, seed);
    mine = sum_of_warp(mine);
    if (lane == 0)
        sums[warp] = mine;
    __syncthreads();
    if (warp > 0)
        return;
    mine = sum_of_warp(lane < BLOCK / 32 ? sums[lane] : 0);
    if (lane == 0)
        atomicAdd(hits, mine);
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    pi_montecarlo_ex42_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(d_hits, samples, seed);
    CUDA_CHECK(cudaGetLastError());
}
