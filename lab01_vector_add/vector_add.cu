/* Lab 1 - vector add: c = a + b
 *
 *   make lab01 && ./lab01          check every version, then time it
 *   make check01                   find races and bad addresses
 *
 * v1     one thread per element                              worked, read it first
 * ex11   a fixed grid; each thread strides over the vector   TODO(1.1)
 * ex12   four elements per thread in one 16-byte load        TODO(1.2)
 *
 * The only file you edit. It builds as it stands. vector_add.h says what a launcher must do. */
#include <cuda_runtime.h>
#include "vector_add.h"

/* Threads per block: a multiple of 32 (a warp), and few enough that several blocks fit on an SM. */
#define BLOCK 256

/* ---- v1: one thread per element ------------------------------------------------------------ */

/* Thread t of block b takes element i = 256 b + t, so the 32 threads of a warp read 32 neighbours:
 * 128 bytes in a row, four sectors of 32 bytes, of which no byte is wasted.
 *
 * Each addition moves 4 bytes of a, 4 of b and 4 of c: 12 n bytes in all. The memory of a GPU that
 * moves 4,000 GB/s allows 333 G additions/s; its arithmetic would allow 33,000 G. So memory is the
 * limit, and GB/s is the number to look at in this lab, not GFLOP/s. */
__global__ void vector_add_v1_kernel(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n) /* the last block has 256 threads even when fewer elements are left */
        c[i] = a[i] + b[i];
}

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    int blocks = (n + BLOCK - 1) / BLOCK; /* rounded up: n = 1000 takes 4 blocks, not 3 */

    vector_add_v1_kernel<<<blocks, BLOCK>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError()); /* a launch returns no status: was it refused? */
}

/* ---- ex11: a fixed grid, each thread strides over the vector -------------------------------- */

/* v1 starts a thread for every element, a million blocks for a large n. Here the grid has the same
 * size for every n, about as many threads as a large GPU runs at once (132 SMs x 2,048), and each
 * thread takes several elements.
 *
 * Ask first: if thread 0 took elements 0, 1, 2, ..., which addresses would a warp read at once?
 * How far apart must the elements of one thread be, so that a warp reads neighbours? */
__global__ void vector_add_ex11_kernel(float *c, const float *a, const float *b, int n)
{
    // TODO(1.1): Add element i, then every element one grid further on. Hint: handouts, section 2.
    (void)c, (void)a, (void)b, (void)n;
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    // TODO(1.1): Launch 1,024 blocks for every n. Hint: handouts, section 2.
    (void)d_c, (void)d_a, (void)d_b, (void)n;
}

/* ---- ex12: four elements per thread in one 16-byte load ------------------------------------- */

/* A float4 is four floats that lie side by side at an address divisible by 16; one instruction
 * loads it: *(const float4 *)(a + i). The bytes stay 12 n; the loads and stores become a quarter.
 *
 * Ask first: n = 1003 has 250 whole float4. Who adds elements 1000, 1001 and 1002, and what would
 * the 251st float4 overwrite? */
__global__ void vector_add_ex12_kernel(float *c, const float *a, const float *b, int n)
{
    // TODO(1.2): Add four elements by float4, a ragged tail singly. Hint: handouts, section 3.
    (void)c, (void)a, (void)b, (void)n;
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    // TODO(1.2): Launch a thread for every four elements, rounded up. Hint: handouts, section 3.
    (void)d_c, (void)d_a, (void)d_b, (void)n;
}
