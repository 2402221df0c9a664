/* Lab 1 - vector add: c = a + b. The answers.
 *
 *   make solution01 && ./solution01
 *
 * v1     one thread per element                              as handed out
 * ex11   a fixed grid; each thread strides over the vector   answer to 1.1
 * ex12   four elements per thread in one 16-byte load        answer to 1.2 */
#include <cuda_runtime.h>
#include "vector_add.h"

#define BLOCK 256

/* ---- v1: one thread per element ------------------------------------------------------------ */

__global__ void vector_add_v1_kernel(float *c, const float *a, const float *b, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        c[i] = a[i] + b[i];
}

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n)
{
    int blocks = (n + BLOCK - 1) / BLOCK;

    vector_add_v1_kernel<<<blocks, BLOCK>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex11: a fixed grid, each thread strides over the vector -------------------------------- */

/* Right: thread i takes i, i + threads, i + 2 threads, ...; every element has one remainder modulo
 * the number of threads, so exactly one thread takes it, whatever n is. i + threads stays below
 * 2^30 + 2^18, within an int.
 *
 * Fast: in each round the 32 threads of a warp still read 32 neighbours, so all is coalesced as in
 * v1. (Thread 0 taking 0, 1, 2, ... would spread a warp over 32 distant places.) The bytes are the
 * same, and so, nearly, is the time at a large n (an H200: 0.241 ms, v1 0.253). What is saved is
 * starting n / 256 blocks, and work that is done once per thread rather than once per element: a
 * vector add has none, later labs have threads with something to prepare or to keep. */
#define GRID 1024 /* 1,024 x 256 = 262,144 threads; an H200 holds 132 x 2,048 = 270,336 */

__global__ void vector_add_ex11_kernel(float *c, const float *a, const float *b, int n)
{
    int threads = gridDim.x * blockDim.x;

    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += threads)
        c[i] = a[i] + b[i];
}

void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n)
{
    vector_add_ex11_kernel<<<GRID, BLOCK>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex12: four elements per thread in one 16-byte load ------------------------------------- */

/* Right: the vectors start at a multiple of 256 bytes and i is a multiple of 4, so each float4 lies
 * at a multiple of 16 bytes. The last thread has fewer than four elements left when 4 does not
 * divide n; it adds them singly, and no float4 ever reaches past the end.
 *
 * Fast: two loads and one store move 48 bytes instead of 12. A warp asks for 512 bytes at once, so
 * fewer threads keep the same number of bytes on their way. On an H200 that is 96 % of what a copy
 * reaches, where v1 has 75. 12 n bytes must be moved either way: more is not to be gained. */
__global__ void vector_add_ex12_kernel(float *c, const float *a, const float *b, int n)
{
    int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);

    if (i + 3 < n) {
        float4 x = *(const float4 *)(a + i);
        float4 y = *(const float4 *)(b + i);
        *(float4 *)(c + i) = make_float4(x.x + y.x, x.y + y.y, x.z + y.z, x.w + y.w);
    } else {
        for (; i < n; i++)
            c[i] = a[i] + b[i];
    }
}

void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n)
{
    int quads = (n + 3) / 4;

    vector_add_ex12_kernel<<<(quads + BLOCK - 1) / BLOCK, BLOCK>>>(d_c, d_a, d_b, n);
    CUDA_CHECK(cudaGetLastError());
}
