/* Lab 3 - tiled matrix product: C = A B. The answers.
 *
 *   make solution03 && ./solution03
 *
 * v1     one tile of A and B in shared memory at a time      as handed out
 * ex31   each thread computes a 4 x 4 patch of C             answer to 3.1
 * ex32   the same, float4 loads and two buffers (8 x 8)      answer to 3.2
 * ex33   the race fixed: a second barrier                    answer to 3.3 */
#include <cuda_runtime.h>
#include "matmul_tiled.h"

#define TILE 16

static __host__ __device__ int pieces(int length, int size)
{
    return (length + size - 1) / size;
}

/* ---- v1: one tile of A and B in shared memory at a time ------------------------------------- */

__global__ void matmul_tiled_v1_kernel(float *c, const float *a, const float *b, int m, int n,
                                       int k)
{
    __shared__ float a_tile[TILE][TILE], b_tile[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int blocks_across = pieces(n, TILE);
    int i = blockIdx.x / blocks_across * TILE + ty;
    int j = blockIdx.x % blocks_across * TILE + tx;
    float sum = 0;

    for (int p0 = 0; p0 < k; p0 += TILE) {
        a_tile[ty][tx] = i < m && p0 + tx < k ? a[i * k + p0 + tx] : 0;
        b_tile[ty][tx] = p0 + ty < k && j < n ? b[(p0 + ty) * n + j] : 0;
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
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex31: each thread computes a 4 x 4 patch of C ------------------------------------------ */

/* Right: thread (tx, ty) has rows ty, ty + 16, ty + 32, ty + 48 of the block's 64 and columns
 * tx, tx + 16, ...: each of the 64 x 64 elements once. Every tile element is copied once (4 of A
 * and 4 of B per thread) and is 0 past an edge. Two barriers per step, as in v1.
 *
 * Fast: 8 reads of shared memory for 16 multiply-adds, where v1 has 32; and each element from
 * device memory is used 64 times. With columns 16 apart a warp reads b_tile[p] float by float in
 * 16 neighbouring banks, without a conflict. With columns 4 tx .. 4 tx + 3 single reads would take
 * every fourth bank, two words of each; but nvcc makes 16-byte reads of them, which have no
 * conflict either, and are fewer (`make traffic03 BY=nvcc`). A row of b_tile has 16 floats of
 * padding, because a warp writes two rows: 64 floats apart they would lie in the same 16 banks. */
#define SIDE  64 /* a block computes SIDE x SIDE elements of C */
#define DEPTH 16 /* columns of A and rows of B per step; also the block's side in threads */
#define PATCH (SIDE / DEPTH)

__global__ void matmul_tiled_ex31_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
    __shared__ float a_tile[SIDE][DEPTH], b_tile[DEPTH][SIDE + DEPTH];
    int tx = threadIdx.x, ty = threadIdx.y;
    int i0 = blockIdx.x / pieces(n, SIDE) * SIDE + ty; /* the thread's first row of C */
    int j0 = blockIdx.x % pieces(n, SIDE) * SIDE + tx; /* and its first column */
    float sum[PATCH][PATCH] = { { 0 } };

    for (int p0 = 0; p0 < k; p0 += DEPTH) {
        for (int e = 0; e < SIDE; e += DEPTH) {
            a_tile[ty + e][tx] = i0 + e < m && p0 + tx < k ? a[(i0 + e) * k + p0 + tx] : 0;
            b_tile[ty][tx + e] = p0 + ty < k && j0 + e < n ? b[(p0 + ty) * n + j0 + e] : 0;
        }
        __syncthreads();
        for (int p = 0; p < DEPTH; p++) { /* 4 + 4 reads for 16 multiply-adds */
            float a_p[PATCH], b_p[PATCH];
            for (int r = 0; r < PATCH; r++)
                a_p[r] = a_tile[ty + DEPTH * r][p], b_p[r] = b_tile[p][tx + DEPTH * r];
            for (int r = 0; r < PATCH; r++)
                for (int s = 0; s < PATCH; s++)
                    sum[r][s] += a_p[r] * b_p[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < PATCH; r++)
        for (int s = 0; s < PATCH; s++)
            if (i0 + DEPTH * r < m && j0 + DEPTH * s < n)
                c[(i0 + DEPTH * r) * n + j0 + DEPTH * s] = sum[r][s];
}

void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, SIDE) * pieces(n, SIDE);

    matmul_tiled_ex31_kernel<<<blocks, dim3(DEPTH, DEPTH)>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex32: the same, float4 loads and two buffers ------------------------------------------- */

/* Right: a row of k floats begins at a multiple of 16 bytes only if 4 divides k; with k = 147 it
 * does not, and load4 loads single floats. So it does in the last step if that is not whole. Past
 * the end of k it gives 0, which adds nothing. A thread whose row of A or column of B lies outside
 * copies number 0 in its place: its products go to sums that are not stored. One barrier per step
 * is enough: a step writes buffer 0 while slow threads may still read buffer 1 of the step before;
 * buffer 1 is written again only after the next barrier, which those threads reach when they have
 * read it.
 *
 * Fast: the loads of the next tiles are issued before the multiplication and used after it, so
 * their latency (about 500 cycles) passes while the SM computes. The patch grows to 8 x 8 (64 sums
 * in registers, 16 floats read for 64 multiply-adds), and those 16 come in 4 reads of 16 bytes: A
 * stands transposed in shared memory, so that the rows of a patch are neighbours there. A thread's
 * rows are 4 ty .. 4 ty + 3 and the same 64 further down, columns likewise: neighbouring threads
 * read neighbouring float4, without bank conflicts, and store C by float4, too: single floats, 16
 * bytes apart, would be 4 requests of 16 sectors in place of one.
 *
 * And two blocks fit on an SM, so that one computes while the other waits at its barrier: 2 x 256
 * threads leave 65,536 / 512 = 128 registers to each, which __launch_bounds__(256, 2) asks the
 * compiler to keep to. With the loop over p unrolled, 512 of some 575 instructions of a step are
 * multiply-adds. */
#define WIDE  128 /* a block computes WIDE x WIDE elements of C with 256 threads */
#define STEP  8   /* columns of A and rows of B per step: 1,024 floats of each, 4 per thread */
#define EIGHT 8   /* the patch's side */

/* The first `left` of the four floats at x; 0 for the others. */
static __device__ float4 load4(const float *x, int left)
{
    return make_float4(left > 0 ? x[0] : 0, left > 1 ? x[1] : 0, left > 2 ? x[2] : 0,
                       left > 3 ? x[3] : 0);
}

/* What a thread copies in a step: four floats of A, four of B. In a whole step all of them exist,
 * 16 bytes aligned; otherwise a_left and b_left of them do. */
static __device__ void load_both(float4 *a_next, float4 *b_next, const float *a, const float *b,
                                 bool whole, int a_left, int b_left)
{
    if (whole) {
        *a_next = *(const float4 *)a;
        *b_next = *(const float4 *)b;
    } else {
        *a_next = load4(a, a_left);
        *b_next = load4(b, b_left);
    }
}

/* Writes those of the four floats that lie within the edges. */
static __device__ void store4(float *x, int row, int col, int rows, int cols, const float v[4])
{
    if (row >= rows || col >= cols)
        return;
    x += row * cols + col;
    if (cols % 4 == 0)
        *(float4 *)x = make_float4(v[0], v[1], v[2], v[3]);
    else
        for (int i = 0; i < 4 && col + i < cols; i++)
            x[i] = v[i];
}

/* The four floats at x, a multiple of 16 bytes, in one read. */
static __device__ void read4(float to[4], const float *x)
{
    float4 v = *(const float4 *)x;

    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

/* Row (or column) r of thread t's patch, counted in the block: 0 .. 127. */
static __device__ int place(int t, int r)
{
    return 4 * t + r % 4 + WIDE / 2 * (r / 4);
}

/* sum += the product of one pair of tiles, for the patch of thread (tx, ty). */
static __device__ void multiply(float sum[EIGHT][EIGHT], const float a_tile[STEP][WIDE + 4],
                                const float b_tile[STEP][WIDE], int tx, int ty)
{
#pragma unroll
    for (int p = 0; p < STEP; p++) {
        float a_p[EIGHT], b_p[EIGHT];

        read4(a_p, &a_tile[p][place(ty, 0)]);
        read4(a_p + 4, &a_tile[p][place(ty, 4)]);
        read4(b_p, &b_tile[p][place(tx, 0)]);
        read4(b_p + 4, &b_tile[p][place(tx, 4)]);
        for (int r = 0; r < EIGHT; r++)
            for (int s = 0; s < EIGHT; s++)
                sum[r][s] += a_p[r] * b_p[s];
    }
}

__global__ void __launch_bounds__(256, 2)
    matmul_tiled_ex32_kernel(float *c, const float *a, const float *b, int m, int n, int k)
{
    /* A is transposed; 4 floats of padding spread the stores of a column over the banks. */
    __shared__ __align__(16) float a_tile[2][STEP][WIDE + 4];
    __shared__ __align__(16) float b_tile[2][STEP][WIDE];
    int t = threadIdx.x, tx = t % 16, ty = t / 16;
    int a_row = t / 2, a_col = t % 2 * 4;   /* what this thread copies: 128 x 8 of A, */
    int b_row = t / 32, b_col = t % 32 * 4; /* 8 x 128 of B */
    int i0 = blockIdx.x / pieces(n, WIDE) * WIDE, j0 = blockIdx.x % pieces(n, WIDE) * WIDE;
    int i = i0 + a_row < m ? i0 + a_row : 0; /* of A, */
    int j = j0 + b_col < n ? j0 + b_col : 0; /* of B */
    int a_at = i * k + a_col, b_at = b_row * n + j;
    bool aligned = k % 4 == 0 && n % 4 == 0;
    float4 a_next, b_next;
    float sum[EIGHT][EIGHT] = { { 0 } };

    load_both(&a_next, &b_next, a + a_at, b + b_at, aligned && k >= STEP, k - a_col,
              b_row < k ? n - j : 0);
    for (int left = k, now = 0; left > 0; now = 1 - now) {
        a_tile[now][a_col][a_row] = a_next.x;
        a_tile[now][a_col + 1][a_row] = a_next.y;
        a_tile[now][a_col + 2][a_row] = a_next.z;
        a_tile[now][a_col + 3][a_row] = a_next.w;
        *(float4 *)&b_tile[now][b_row][b_col] = b_next;
        __syncthreads();
        left -= STEP, a_at += STEP, b_at += STEP * n;
        load_both(&a_next, &b_next, a + a_at, b + b_at, aligned && left >= STEP, left - a_col,
                  b_row < left ? n - j : 0); /* all 0 after the last step */
        multiply(sum, a_tile[now], b_tile[now], tx, ty);
    }
    for (int r = 0; r < EIGHT; r++)
        for (int s = 0; s < EIGHT; s += 4)
            store4(c, i0 + place(ty, r), j0 + place(tx, s), m, n, &sum[r][s]);
}

void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    matmul_tiled_ex32_kernel<<<pieces(m, WIDE) * pieces(n, WIDE), 256>>>(d_c, d_a, d_b, m, n, k);
    CUDA_CHECK(cudaGetLastError());
}

/* ---- ex33: the race fixed: a second barrier ------------------------------------------------- */

/* The race: without the second barrier a thread that has done its 16 products goes on to the next
 * step and overwrites a_tile and b_tile while others still read them. With k <= 16 there is no next
 * step, which is why "it works". Which threads are late is luck: the result can be right for years
 * on one GPU and wrong on the next. Two buffers, as in ex32, would fix it with one barrier. */
__global__ void matmul_tiled_ex33_kernel(float *c, const float *a, const float *b, int m, int n,
                                         int k)
{
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
        __syncthreads(); /* all have read the tiles before anyone overwrites them */
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
