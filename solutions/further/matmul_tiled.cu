/* Lab 3 - tiled matrix product: C = A B. Beyond the exercises.
 *
 *   make further03
 *
 * ex32   the answer to 3.2, to compare with                  in ../matmul_tiled.cu
 * warps  8 x 16 patches, tiles of warps, cp.async            here */
#include <cuda_pipeline.h>
#include "../matmul_tiled.cu"

/* ---- warps: 8 x 16 patches, tiles of warps, cp.async ---------------------------------------- */

/* What is left to gain over ex32: of its instructions one in nine is no multiply-add, and of these
 * most read shared memory or bring the tiles there.
 *
 * Patches of 8 x 16 read 24 floats for 128 multiply-adds, where 8 x 8 reads 16 for 64. The 128 sums
 * leave room for two blocks of 128 threads on an SM: 65,536 / 256 = 256 registers a thread. A block
 * computes 128 x 128 elements of C, each of its four warps 64 x 64.
 *
 * Bank conflicts: lane l of a warp has rows l / 4, l / 4 + 8, ... and columns 4 (l % 4) .. + 3,
 * 16 further on, ... of the warp's. A is not transposed: a read takes four neighbours of a row, for
 * four steps of p. Its rows lie 12 floats apart, so those of the 8 rows that a warp reads at once
 * begin in banks 0, 12, 24, 4, 16, 28, 8, 20: all 32 banks, each once.
 *
 * cp.async (sm_80 and later) copies 16 bytes from device memory to shared memory past the
 * registers: the thread orders the copy and goes on. __pipeline_commit closes a group of copies,
 * __pipeline_wait_prior(0) waits for all groups of this thread, the barrier for those of the
 * others. On older GPUs cuda_pipeline.h makes a load and a store of it. */
#define WARPS 128 /* threads of a block: four warps */

struct tiles {
    float a[WIDE][STEP + 4], b[STEP][WIDE];
};

/* The first `left` of four floats to shared memory, and 0 for the others: by loads and stores. */
static __device__ void copy4(float *to, const float *from, int left)
{
    for (int e = 0; e < 4; e++)
        to[e] = e < left ? from[e] : 0;
}

/* What a thread copies for a step: of A rows t / 2 and t / 2 + 64, from a[0] and a[1], of B rows
 * t / 32 and t / 32 + 4. `left` columns of A and rows of B are left, and b_left columns of B; in a
 * whole step there are enough, 16 bytes aligned. */
static __device__ void copy(struct tiles *to, const float *const a[2], const float *b, int n,
                            bool whole, int left, int b_left)
{
    int t = threadIdx.x, row = t / 2, col = t % 2 * 4, b_row = t / 32, b_col = t % 32 * 4;

    if (whole) {
        __pipeline_memcpy_async(&to->a[row][col], a[0], 16);
        __pipeline_memcpy_async(&to->a[row + 64][col], a[1], 16);
        __pipeline_memcpy_async(&to->b[b_row][b_col], b, 16);
        __pipeline_memcpy_async(&to->b[b_row + 4][b_col], b + 4 * n, 16);
    } else {
        copy4(&to->a[row][col], a[0], left - col);
        copy4(&to->a[row + 64][col], a[1], left - col);
        copy4(&to->b[b_row][b_col], b, b_row < left ? b_left : 0);
        copy4(&to->b[b_row + 4][b_col], b + 4 * n, b_row + 4 < left ? b_left : 0);
    }
}

/* sum += the product of a pair of tiles, for the thread whose patch begins at (row, col). */
static __device__ void multiply(float sum[8][16], const struct tiles *tiles, int row, int col)
{
#pragma unroll
    for (int p = 0; p < STEP; p += 4) {
        float a_p[8][4];

        for (int r = 0; r < 8; r++)
            read4(a_p[r], &tiles->a[row + 8 * r][p]);
#pragma unroll
        for (int q = 0; q < 4; q++) {
            float b_p[16];

            for (int s = 0; s < 16; s += 4)
                read4(b_p + s, &tiles->b[p + q][col + 4 * s]);
            for (int r = 0; r < 8; r++)
                for (int s = 0; s < 16; s++)
                    sum[r][s] += a_p[r][q] * b_p[s];
        }
    }
}

__global__ void __launch_bounds__(WARPS, 2)
    matmul_tiled_warps_kernel(float *c, const float *a, const float *b, int m, int n, int k)
{
    __shared__ __align__(16) struct tiles tiles[2];
    int t = threadIdx.x, warp = t / 32, lane = t % 32;
    int row = warp / 2 * 64 + lane / 4, col = warp % 2 * 64 + lane % 4 * 4;
    int i0 = blockIdx.x / pieces(n, WIDE) * WIDE, j0 = blockIdx.x % pieces(n, WIDE) * WIDE;
    int i = i0 + t / 2, j = j0 + t % 32 * 4 < n ? j0 + t % 32 * 4 : 0;
    const float *a_next[2] = { a + (i < m ? i : 0) * k + t % 2 * 4,
                               a + (i + 64 < m ? i + 64 : 0) * k + t % 2 * 4 };
    const float *b_next = b + t / 32 * n + j;
    bool aligned = k % 4 == 0 && n % 4 == 0;
    float sum[8][16] = { { 0 } };

    copy(&tiles[0], a_next, b_next, n, aligned && k >= STEP, k, n - j);
    __pipeline_commit();
    for (int left = k, now = 0; left > 0; now = 1 - now) {
        __pipeline_wait_prior(0);
        __syncthreads(); /* and nobody reads the other pair any more */
        left -= STEP, a_next[0] += STEP, a_next[1] += STEP, b_next += STEP * n;
        copy(&tiles[1 - now], a_next, b_next, n, aligned && left >= STEP, left, n - j);
        __pipeline_commit();
        multiply(sum, &tiles[now], row, col);
    }
    for (int r = 0; r < 8; r++)
        for (int s = 0; s < 16; s += 4)
            store4(c, i0 + row + 8 * r, j0 + col + 4 * s, m, n, &sum[r][s]);
}

void matmul_tiled_warps(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_warps_kernel<<<pieces(m, WIDE) * pieces(n, WIDE), WARPS>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}
