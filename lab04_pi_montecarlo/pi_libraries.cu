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

/* CUB reduces a sequence that is computed while it is read: pi_hits of 0, 1, 2, ... */
void pi_cub(const struct problem *p)
{
    static void *d_scratch; /* made at the first call of a size, which is never timed */
    static size_t room;
    size_t bytes = 0;
    struct hits_of_pair function = { (count)p->n, p->seed };
    auto hits = thrust::make_transform_iterator(thrust::make_counting_iterator(0ull), function);
    long long pairs = pi_pairs(p->n);

    CUDA_CHECK(cub::DeviceReduce::Sum(NULL, bytes, hits, p->c.u64, pairs)); /* sets `bytes` */
    if (bytes > room) {
        CUDA_CHECK(cudaFree(d_scratch));
        CUDA_CHECK(cudaMalloc(&d_scratch, room = bytes));
    }
    CUDA_CHECK(cub::DeviceReduce::Sum(d_scratch, bytes, hits, p->c.u64, pairs));
}
#endif
