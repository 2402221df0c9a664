/* Lab 4 - two libraries of the CUDA toolkit, for comparison; the CPU device has neither. */
#include "pi_montecarlo.h"
#include "pi_versions.h"
#ifdef BUILT_FOR_GPU
#include <curand_kernel.h>
#include <cub/device/device_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

#define BLOCK 256

/* cuRAND's Philox is the same function: sequence 0 of a seed, from word 4 i on, gives the words of
 * our counters i, i + 1, ... So its count must equal ours. The host sums the counts, as for v1. */
__global__ void curand_kernel(count *counts, count samples, count seed)
{
    count thread = blockIdx.x * blockDim.x + threadIdx.x, pairs = pi_pairs(samples);
    count each = (pairs + PI_THREADS - 1) / PI_THREADS, hits = 0;
    curandStatePhilox4_32_10_t state;

    curand_init(seed, 0, 4 * thread * each, &state);
    for (count i = thread * each; i < (thread + 1) * each && i < pairs; i++) {
        uint4 words = curand4(&state);
        hits += pi_inside(words.x, words.y);
        hits += 2 * i + 1 < samples ? pi_inside(words.z, words.w) : 0;
    }
    counts[thread] = hits;
}

void pi_curand(const struct problem *p)
{
    curand_kernel<<<PI_THREADS / BLOCK, BLOCK>>>(p->c.u64, p->n, p->seed);
    CUDA_CHECK(cudaGetLastError());
}

struct hits_of_pair {
    count samples, seed;
    __host__ __device__ count operator()(count pair) const
    {
        return pi_hits(pair, samples, seed);
    }
};

/* CUB reduces a sequence that is computed while it is read: pi_hits of first, first + 1, ... Before
 * CUDA 12.1 it counts its items in an int, so more are done in pieces, whose sums it adds up. */
#ifndef PI_CUB_PIECE
#define PI_CUB_PIECE (1LL << 30)
#endif

static auto hits_from(const struct problem *p, count first)
{
    struct hits_of_pair function = { (count)p->n, p->seed };

    return thrust::make_transform_iterator(thrust::make_counting_iterator(first), function);
}

void pi_cub(const struct problem *p)
{
    static char *d_scratch; /* made at the first call of a size, which is never timed */
    static size_t room;
    const long long pairs = pi_pairs(p->n), pieces = (pairs + PI_CUB_PIECE - 1) / PI_CUB_PIECE;
    const int largest = (int)(pieces > 1 ? PI_CUB_PIECE : pairs);
    size_t bytes = 0, to_add = 0, for_sums = (pieces * sizeof(count) + 255) / 256 * 256;
    count *d_sums = NULL;

    /* These two only say how much memory they need. */
    CUDA_CHECK(cub::DeviceReduce::Sum(NULL, bytes, hits_from(p, 0), p->c.u64, largest));
    CUDA_CHECK(cub::DeviceReduce::Sum(NULL, to_add, d_sums, p->c.u64, (int)pieces));
    bytes = bytes > to_add ? bytes : to_add;
    if (for_sums + bytes > room) {
        CUDA_CHECK(cudaFree(d_scratch));
        CUDA_CHECK(cudaMalloc((void **)&d_scratch, room = for_sums + bytes));
    }
    d_sums = pieces > 1 ? (count *)d_scratch : p->c.u64;
    for (long long i = 0; i < pieces; i++) {
        long long first = i * PI_CUB_PIECE, left = pairs - first;
        CUDA_CHECK(cub::DeviceReduce::Sum(d_scratch + for_sums, bytes, hits_from(p, first),
                                          d_sums + i, (int)(left < largest ? left : largest)));
    }
    if (pieces > 1)
        CUDA_CHECK(
            cub::DeviceReduce::Sum(d_scratch + for_sums, bytes, d_sums, p->c.u64, (int)pieces));
}
#endif
