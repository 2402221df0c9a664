/* in the long tests, expects: gpu_ex41 ok */
/* goals: gpu_ex41 right by_pieces.cu:27 */
/* One launch per 2^20 pairs, at most 256 of them, and their errors are printed. */
#include <stdio.h>
#include "../../wrong/lab04/all_but_ex41.h"

#define CHECK_LAUNCH()                                                                             \
    do {                                                                                           \
        cudaError_t error = cudaPeekAtLastError();                                                 \
        if (error != cudaSuccess)                                                                  \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));         \
    } while (0)

__global__ void piece(unsigned long long *hits, unsigned long long first, unsigned long long end,
                      unsigned long long samples, unsigned long long seed)
{
    extern __shared__ unsigned long long counts[];
    unsigned long long threads = gridDim.x * blockDim.x, mine = 0;

    for (unsigned long long i = first + blockIdx.x * blockDim.x + threadIdx.x; i < end;
         i += threads)
        mine += pi_hits(i, samples, seed);
    counts[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int t = 1; t < (int)blockDim.x; t++)
            mine += counts[t];
        atomicAdd(hits, mine);
    }
}

void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed)
{
    unsigned long long pairs = pi_pairs(samples), each = 1 << 20;

    if (pairs > 256 * each)
        each = (pairs + 255) / 256;
    cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0);
    for (unsigned long long first = 0; first < pairs; first += each) {
        unsigned long long end = first + each < pairs ? first + each : pairs;
        piece<<<256, 160, 160 * sizeof(*d_hits)>>>(d_hits, first, end, samples, seed);
        CHECK_LAUNCH();
    }
}
