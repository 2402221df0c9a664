/* Lab 3 - tiled matrix product: C = A B
 *
 *   make lab03 && ./lab03          check every version, then time it
 *   make check03                   find races and bad addresses
 *
 * v1     one tile of A and B in shared memory at a time      worked, read it first
 * ex31   each thread computes a 4 x 4 patch of C             TODO(3.1)
 * ex32   the same, float4 loads and two buffers              TODO(3.2)
 * ex33   given, with a race: ./lab03 --only gpu_ex33         TODO(3.3)
 *
 * The only file you edit. It builds as it stands. matmul_tiled.h says what a launcher must do. */
#include <cuda_runtime.h>
#include "matmul_tiled.h"

/* A block of v1 computes TILE x TILE elements of C with as many threads. */
#define TILE 16

/* How many pieces of `size` cover `length`, rounded up: the last one may reach past the end. */
static __host__ __device__ int pieces(int length, int size)
{
    return (length + size - 1) / size;
}

/* ---- v1: one tile of A and B in shared memory at a time ------------------------------------- */

/* The block walks along 16 rows of A and down 16 columns of B, a tile of each at a time:
 *
 *                 B  | v |        1. every thread copies one element of A and one of B into the
 *                    |[ ]|           shared tiles; half a warp copies 16 neighbours, coalesced
 *      A             |   |        2. barrier: the tiles are complete
 *     -----------    +---+        3. every thread adds 16 products, reading shared memory only
 *      > [ ]         |[C]|        4. barrier: nobody reads the old tiles any more
 *     -----------    +---+
 *
 * Each element that comes from device memory is used 16 times: 8 bytes serve 2 x 16 operations, so
 * 2 m n k operations move m n k / 2 bytes; v1 of lab 2 reads 8 m n k. Blocks are numbered along x,
 * because a grid's y can only count to 65,535. */
__global__ void matmul_tiled_v1_kernel(float *c, const float *a, const float *b, int m, int n,
                                       int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int blocks_across = pieces(n, TILE);
    int i = blockIdx.x / blocks_across * TILE + ty; /* row of C */
    int j = blockIdx.x % blocks_across * TILE + tx; /* column of C */
    float sum = 0;

    /* No early return: a thread beyond the edge of C still copies, and still meets the barriers. */
    for (int p0 = 0; p0 < k; p0 += TILE) {
        a_tile[ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;   /* 0 past an edge, */
        b_tile[ty][tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0; /* which adds nothing */
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[ty][p] * b_tile[p][tx];
        __syncthreads();
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void matmul_tiled_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, TILE) * pieces(n, TILE);

    matmul_tiled_v1_kernel<<<blocks, dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError()); /* a launch returns no status: was it refused? */
}

/* ---- ex31: each thread computes a 4 x 4 patch of C ------------------------------------------ */

/* v1 reads two floats from shared memory for every multiply-add, and shared memory is what it waits
 * for. With a 4 x 4 patch a thread reads 4 floats of a column of A and 4 of a row of B, 8 reads for
 * 16 multiply-adds. A block of 16 x 16 threads then computes 64 x 64 elements of C.
 *
 * Ask first: 256 threads copy a 64 x 16 tile of A; how many elements does each copy, and does a
 * warp copy neighbours? Thread 33 needs which rows and columns of C? */
__global__ void matmul_tiled_ex31_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    // TODO(3.1): Keep a 4 x 4 patch of sums in registers. Hint: handouts, section 2.
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    // TODO(3.1): Launch a block for every 64 x 64 elements of C. Hint: handouts, section 2.
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}

/* ---- ex32: the same, float4 loads and two buffers ------------------------------------------- */

/* A float4 loads 16 bytes by one instruction, from an address divisible by 16. And with two pairs
 * of tiles in shared memory, a block can load the next pair while it multiplies this one.
 *
 * Ask first: with k = 147, at which address does row 1 of A begin, and may it be loaded by float4?
 * With two buffers, how many barriers does a step need? */
__global__ void matmul_tiled_ex32_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    // TODO(3.2): Load float4 where aligned, and the next tiles early. Hint: handouts, section 3.
    (void)c, (void)a, (void)b, (void)m, (void)n, (void)k;
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    // TODO(3.2): Launch a block for every tile of C. Hint: handouts, section 3.
    (void)d_c, (void)d_a, (void)d_b, (void)m, (void)n, (void)k;
}

/* ---- ex33: given, with a race --------------------------------------------------------------- */

/* Somebody hands you this kernel: "fewer barriers, faster, and right for k = 16, I tried". Run it
 * with `./lab03 --only gpu_ex33`: which element of C is wrong, and which block computes it? When
 * you have found the race on paper, ask `make check03` whether you are right.
 *
 * Ask first: what may thread 0 already do while thread 32 is still in the innermost loop? */
__global__ void matmul_tiled_ex33_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    // TODO(3.3): Find the race and fix it. Hint: handouts, section 4.
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int x = threadIdx.x, y = threadIdx.y;
    int i = blockIdx.x / pieces(n, TILE) * TILE + y;
    int j = blockIdx.x % pieces(n, TILE) * TILE + x;
    float sum = 0;

    for (int step = 0; step < pieces(k, TILE); step++) {
        int a_col = step * TILE + x, b_row = step * TILE + y;

        a_tile[y][x] = i < m && a_col < k ? a[i * k + a_col] : 0;
        b_tile[y][x] = b_row < k && j < n ? b[b_row * n + j] : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            sum += a_tile[y][p] * b_tile[p][x];
    }
    if (i < m && j < n)
        c[i * n + j] = sum;
}

void matmul_tiled_ex33(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, TILE) * pieces(n, TILE);

    matmul_tiled_ex33_kernel<<<blocks, dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
