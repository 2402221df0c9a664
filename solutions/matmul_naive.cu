/* Lab 2 - naive matrix product: C = A B. The answers.
 *
 *   make solution02 && ./solution02
 *
 * v1     one thread per element, a warp walks down rows      as handed out
 * ex21   one thread per element, a warp walks along a row    answer to 2.1
 * ex22   four elements of a column per thread                answer to 2.2 */
#include <cuda_runtime.h>
#include "matmul_naive.h"

#define BLOCK_X 32
#define BLOCK_Y 8

static __host__ __device__ int pieces(int length, int size)
{
    return (length + size - 1) / size;
}

/* ---- v1: one thread per element, a warp walks down rows ------------------------------------- */

__global__ void matmul_naive_v1_kernel(float *c, const float *a, const float *b, int m, int n,
                                       int k)
{
    int blocks_down = pieces(m, BLOCK_X);
    int i = blockIdx.x % blocks_down * BLOCK_X + threadIdx.x;
    int j = blockIdx.x / blocks_down * BLOCK_Y + threadIdx.y;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, BLOCK_X) * pieces(n, BLOCK_Y);

    matmul_naive_v1_kernel<<<blocks, dim3(BLOCK_X, BLOCK_Y)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex21: one thread per element, a warp walks along a row --------------------------------- */

/* Right: i and j have changed places, and with them the shape of a block: 8 rows x 32 columns.
 *
 * Fast: in step p a warp reads one element of A, the same address for all, 1 sector, and 32
 * neighbours of a row of B, 128 bytes, 4 sectors: 5 sectors instead of 33, and every byte is used.
 * The store is 4 sectors instead of 32. The 33 sectors lay in 33 lines of 128 bytes of the cache,
 * the 5 lie in 2: an H200 gains 11.5 (26 November 2026), more than 33 / 5. */
__global__ void matmul_naive_ex21_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    int blocks_across = pieces(n, BLOCK_X);
    int i = blockIdx.x / blocks_across * BLOCK_Y + threadIdx.y;
    int j = blockIdx.x % blocks_across * BLOCK_X + threadIdx.x;
    float sum = 0;

    if (i >= m || j >= n)
        return;
    for (int p = 0; p < k; p++)
        sum += a[i * k + p] * b[p * n + j];
    c[i * n + j] = sum;
}

void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, BLOCK_Y) * pieces(n, BLOCK_X);

    matmul_naive_ex21_kernel<<<blocks, dim3(BLOCK_X, BLOCK_Y)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex22: four elements of a column per thread --------------------------------------------- */

/* Right: thread y has rows 4 y .. 4 y + 3 of the block's 32. Where C ends within the four, the rows
 * beyond it read the last row again, an address that exists, and are not stored.
 *
 * Fast: 5 loads for 4 multiply-adds instead of 8, and the four sums do not wait for each other. The
 * loads of B stay coalesced, because a warp still walks along a row. Four columns of one row would
 * need 5 loads as well. The four sums must be in registers: the loops over r have a fixed length,
 * so the compiler unrolls them and `sum[r]` is no array any more. */
#define ROWS 4

__global__ void matmul_naive_ex22_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    int blocks_across = pieces(n, BLOCK_X);
    int i = (blockIdx.x / blocks_across * BLOCK_Y + threadIdx.y) * ROWS;
    int j = blockIdx.x % blocks_across * BLOCK_X + threadIdx.x;
    const float *row[ROWS];
    float sum[ROWS] = { 0 };

    if (i >= m || j >= n)
        return;
    for (int r = 0; r < ROWS; r++)
        row[r] = a + min(i + r, m - 1) * k;
    for (int p = 0; p < k; p++) {
        float b_pj = b[p * n + j];

        for (int r = 0; r < ROWS; r++)
            sum[r] += row[r][p] * b_pj;
    }
    for (int r = 0; r < ROWS && i + r < m; r++)
        c[(i + r) * n + j] = sum[r];
}

void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, BLOCK_Y * ROWS) * pieces(n, BLOCK_X);

    matmul_naive_ex22_kernel<<<blocks, dim3(BLOCK_X, BLOCK_Y)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
