/* Lab 2 - naive matrix product: C = A B
 *
 *   make lab02 && ./lab02          check every version, then time it
 *   make check02                   find races and bad addresses
 *
 * v1     one thread per element, a warp walks down rows      worked, read it first
 * ex21   one thread per element, a warp walks along a row    TODO(2.1)
 * ex22   four elements of a column per thread                TODO(2.2)
 *
 * The only file you edit. It builds as it stands. matmul_naive.h says what a launcher must do. */
#include <cuda_runtime.h>
#include "matmul_naive.h"

/* A block is 32 x 8 threads. The 32 threads of a warp differ in threadIdx.x only. */
#define BLOCK_X 32
#define BLOCK_Y 8

/* How many pieces of `size` cover `length`, rounded up: the last one may reach past the end. */
static __host__ __device__ int pieces(int length, int size)
{
    return (length + size - 1) / size;
}

/* ---- v1: one thread per element, a warp walks down rows ------------------------------------- */

/* Every thread computes one element of C, a dot product of length k: 2 k operations (k products, k
 * sums), 2 m n k in all.
 *
 * A block covers 32 rows x 8 columns of C. The blocks are numbered along x, down the rows first,
 * because a grid's y can only count to 65,535 and m / 32 can be more.
 *
 * This mapping is slow on purpose. In step p the 32 threads of a warp need
 *     a[i * k + p]   of 32 different rows: addresses 4 k bytes apart, 32 sectors of 32 bytes
 *     b[p * n + j]   of one column: the same address for all, 1 sector
 * so 33 sectors, 1,056 bytes, are moved for the 132 bytes that are used. */
__global__ void matmul_naive_v1_kernel(float *c, const float *a, const float *b, int m, int n,
                                       int k)
{
    int blocks_down = pieces(m, BLOCK_X);
    int i = blockIdx.x % blocks_down * BLOCK_X + threadIdx.x; /* row of C */
    int j = blockIdx.x / blocks_down * BLOCK_Y + threadIdx.y; /* column of C */
    float sum = 0;

    if (i >= m || j >= n) /* the last blocks reach past C unless 32 divides m and 8 divides n */
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, BLOCK_X) * pieces(n, BLOCK_Y);

    matmul_naive_v1_kernel<<<blocks, dim3(BLOCK_X, BLOCK_Y)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError()); /* a launch returns no status: was it refused? */
}

/* ---- ex21: one thread per element, a warp walks along a row --------------------------------- */

/* The same work and about as many threads; only which thread computes what changes.
 *
 * Ask first: in row-major order, which of C[i][j+1] and C[i+1][j] is the neighbour of C[i][j] in
 * memory? Count the sectors of step p again for your mapping, as in the comment of v1. */
__global__ void matmul_naive_ex21_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    // TODO(2.1): Map threads so that a warp walks along a row of C. Hint: handouts, section 2.
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    // TODO(2.1): Launch enough blocks for your mapping. Hint: handouts, section 2.
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}

/* ---- ex22: four elements of a column per thread --------------------------------------------- */

/* v1 and ex21 load two floats for every multiply-add. A value of B that is in a register can serve
 * several rows of C: a thread with four rows of one column loads 4 + 1 floats for 4 multiply-adds.
 *
 * Ask first: with m = 5, which rows does the second thread of a column have, and which of them may
 * it read and write? */
__global__ void matmul_naive_ex22_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    // TODO(2.2): Keep four sums and use each element of B four times. Hint: handouts, section 3.
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    // TODO(2.2): Launch a quarter of the threads of ex21, rounded up. Hint: handouts, section 3.
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}
