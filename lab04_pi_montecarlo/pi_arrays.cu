/* Lab 4 - how an array library does it: x = random(n); y = random(n); hits = sum(x * x + y * y <=
 * 1). Three kernels, with arrays between them. A sample costs 8 bytes written, 8 read, 1 written
 * and 1 read, where the other versions move nothing. The arrays hold PI_PIECE samples; more
 * are done piece by piece. */
#include "pi_montecarlo.h"
#include "pi_versions.h"

#define BLOCK 256

__global__ void fill_kernel(unsigned int *x, unsigned int *y, count first, count samples,
                            count seed)
{
    count i = (count)blockIdx.x * blockDim.x + threadIdx.x; /* pair */

    if (i >= pi_pairs(samples))
        return;
    struct philox_words words = pi_points(first / 2 + i, seed);
    x[2 * i] = words.x;
    y[2 * i] = words.y;
    x[2 * i + 1] = words.z; /* not used if `samples` is odd and ends here */
    y[2 * i + 1] = words.w;
}

__global__ void compare_kernel(unsigned char *is_hit, const unsigned int *x, const unsigned int *y,
                               count samples)
{
    count i = (count)blockIdx.x * blockDim.x + threadIdx.x;

    if (i < samples)
        is_hit[i] = pi_inside(x[i], y[i]);
}

__global__ void sum_kernel(count *hits, const unsigned char *is_hit, count samples)
{
    __shared__ count of_block;
    count mine = 0, threads = gridDim.x * blockDim.x;

    if (threadIdx.x == 0)
        of_block = 0;
    __syncthreads();
    for (count i = blockIdx.x * blockDim.x + threadIdx.x; i < samples; i += threads)
        mine += is_hit[i];
    atomicAdd(&of_block, mine);
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(hits, of_block);
}

static unsigned int *d_x, *d_y; /* made by the first call, which is never timed */
static unsigned char *d_is_hit;

static void free_arrays(void)
{
    cudaFree(d_x);
    cudaFree(d_y);
    cudaFree(d_is_hit);
}

void pi_arrays(count *d_hits, count samples, count seed)
{
    if (!d_x) {
        atexit(free_arrays);
        CUDA_CHECK(cudaMalloc((void **)&d_x, PI_PIECE * sizeof(*d_x)));
        CUDA_CHECK(cudaMalloc((void **)&d_y, PI_PIECE * sizeof(*d_y)));
        CUDA_CHECK(cudaMalloc((void **)&d_is_hit, PI_PIECE));
    }
    CUDA_CHECK(cudaMemsetAsync(d_hits, 0, sizeof(*d_hits), 0));
    for (count first = 0; first < samples; first += PI_PIECE) {
        count here = samples - first < PI_PIECE ? samples - first : PI_PIECE;
        int blocks = (here + BLOCK - 1) / BLOCK;
        fill_kernel<<<(blocks + 1) / 2, BLOCK>>>(d_x, d_y, first, here, seed);
        compare_kernel<<<blocks, BLOCK>>>(d_is_hit, d_x, d_y, here);
        sum_kernel<<<1024, BLOCK>>>(d_hits, d_is_hit, here);
        CUDA_CHECK(cudaGetLastError());
    }
}

/* Piece by piece x and y are written and read, then what is a hit is written and read. */
struct must pi_arrays_must(long long samples)
{
    double pieces = (samples + PI_PIECE - 1) / PI_PIECE, each = samples / pieces;

    return { .handed = { { 8 * each, pieces }, { 1 * each, pieces } },
             .kernels = (int)(3 * pieces) };
}
