/* Lab 4 - Monte Carlo pi: where does the reduction happen?
 *
 *   make lab04 && ./lab04          check every version, then time it
 *   make check04                   find races and bad addresses
 *
 * v1     every thread writes its count, the CPU sums them    worked, read it first
 * ex41   a tree in shared memory, one atomic per block       TODO(4.1)
 * ex42   warp shuffles and a grid-stride loop                TODO(4.2)
 *
 * The only file you edit. It builds as it stands. pi_montecarlo.h says what a launcher must do, and
 * has pi_hits and pi_pairs, which draw the samples. */
#include <cuda_runtime.h>
#include "pi_montecarlo.h"

/* Threads per block: a power of two. */
#define BLOCK 256

/* ---- v1: every thread writes its count, the CPU sums them ----------------------------------- */

/* Thread t takes those of the pairs t * each .. (t + 1) * each - 1 that exist: every pair belongs
 * to exactly one thread. The thread's count stays in a register until it is written once.
 *
 * The sum over the threads is left to the CPU: 8 bytes x 262,144 threads, 2 MB, travel back to it
 * at every call, however few the samples. Array libraries that cannot reduce on the GPU work like
 * this. Look at the time "with the copies": only that one ends with the sum.
 *
 * All numbers of samples are 64 bits wide: 32 bits end at 4.3e9, which a GPU draws within 1 s. */
__global__ void pi_montecarlo_v1_kernel(unsigned long long *counts, unsigned long long samples,
                                        unsigned long long seed)
{
    unsigned long long thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned long long pairs = pi_pairs(samples);
    unsigned long long each = (pairs + PI_THREADS - 1) / PI_THREADS; /* rounded up */
    unsigned long long hits = 0;

    for (unsigned long long i = thread * each; i < (thread + 1) * each && i < pairs; i++)
        hits += pi_hits(i, samples, seed);
    counts[thread] = hits; /* written even if 0 */
}

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed)
{
    pi_montecarlo_v1_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(d_counts, samples, seed);
    CUDA_CHECK(cudaGetLastError()); /* a launch returns no status: was it refused? */
}

/* ---- ex41: a tree in shared memory, one atomic per block ------------------------------------ */

/* The 256 counts of a block become one: in shared memory, thread t adds the count of thread t + 128
 * to its own, then that of t + 64, ..., + 1: eight steps. Then thread 0 adds the block's count to
 * d_hits[0] by atomicAdd, 1,024 times in all, and 8 bytes travel back.
 *
 * Ask first: which threads may begin step 2, and when? What does d_hits[0] hold before the launch,
 * and who can set it to 0 before any block adds to it? */
__global__ void pi_montecarlo_ex41_kernel(unsigned long long *hits, unsigned long long samples,
                                          unsigned long long seed)
{
    // TODO(4.1): Reduce in shared memory, add once per block. Hint: handouts, section 2.
    (void)hits, (void)samples, (void)seed;
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    // TODO(4.1): Set d_hits[0] to 0, then launch PI_THREADS threads. Hint: handouts, section 2.
    (void)d_hits, (void)samples, (void)seed;
}

/* ---- ex42: warp shuffles and a grid-stride loop --------------------------------------------- */

/* Thread t takes the pairs t, t + threads, t + 2 threads, ...: any grid will do. And the 32 threads
 * of a warp can read each other's registers: __shfl_down_sync(0xffffffff, hits, 16) is the `hits`
 * of the thread 16 further on. Five steps reduce a warp, without shared memory or a barrier.
 *
 * Ask first: may a thread that has no pair left return before the shuffles? How do the counts of
 * the eight warps of a block become one count, so that one atomic per block is enough? */
__global__ void pi_montecarlo_ex42_kernel(unsigned long long *hits, unsigned long long samples,
                                          unsigned long long seed)
{
    // TODO(4.2): Stride over the pairs, reduce by shuffles. Hint: handouts, section 3.
    (void)hits, (void)samples, (void)seed;
}

void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    // TODO(4.2): Set d_hits[0] to 0, then launch a grid of your choice. Hint: handouts, section 3.
    (void)d_hits, (void)samples, (void)seed;
}
