/* Lab 6 - the layers of ResNet-50: C = A B, in 20 shapes. The answers.
 *
 *   make solution06 && ./solution06
 *
 * v1     one tile of A and B in shared memory at a time      as handed out
 * ex61   a tile shape for tall and for flat products         answer to 6.1
 * ex62   stored in half precision, summed in float           answer to 6.2
 * ex63   im2col: the matrix A from an image                  answer to 6.3
 * wmma   ex62 on tensor cores                                to compare with, on a GPU */
#include <cuda_runtime.h>
#include "resnet_layers.h"

#define TILE 16

static __host__ __device__ int pieces(int length, int size)
{
    return (length + size - 1) / size;
}

/* ---- v1: one tile of A and B in shared memory at a time ------------------------------------- */

__global__ void resnet_layers_v1_kernel(float *c, const float *a, const float *b, int m, int n,
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

void resnet_layers_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int blocks = pieces(m, TILE) * pieces(n, TILE);

    resnet_layers_v1_kernel<<<blocks, dim3(TILE, TILE)>>>(d_c, d_a, d_b, m, n, k);
}

/* ---- ex61: a tile shape for tall and for flat products -------------------------------------- */

/* Right: a block has DOWN x ACROSS threads, and each sums a patch of ROWS x COLS elements of C.
 * Thread (tx, ty) has rows 4 ty .. 4 ty + 3 of the block's tile, the same 4 DOWN further down, and
 * so on; columns likewise. Past the edges of A and B the tiles hold 0. A block sums one of `parts`
 * parts of K; where there are several, each adds its sum to C, which the launcher has set to 0.
 *
 * Fast: a large patch reads shared memory least: 8 x 8 needs 16 floats for 64 multiply-adds, where
 * v1 needs 128, and has them by 4 reads of 16 bytes, because A stands transposed there. But large
 * tiles are few, and then most SMs have nothing to do. The slowest SM counts: of 49 x 2048 elements
 * it computes one tile of 128 x 128 while 112 of 128 SMs stand idle, or one of 32 x 32 like all
 * others, a 16th of the work. So the launcher takes the tile with which that SM has least to do.
 * Layer 17 has too few of any (49 x 512, 32 tiles of 32 x 32), but a long sum of 4,608: there it
 * cuts K as well. */
#define STEP 16  /* columns of A and rows of B in a pair of tiles */
#define SMS  128 /* GPUs have some 40 to 150 */

/* What differs between float here and half in ex62: how one number is read, or four of them, from
 * an address that is divisible by their size; and how sums are written. */
static __device__ float read(float x)
{
    return x;
}

static __device__ float read(__half x)
{
    return __half2float(x);
}

struct __align__(8) four_halves
{
    __half2 low, high;
};

static __device__ float4 read4(const float *x)
{
    return *(const float4 *)x;
}

static __device__ float4 read4(const __half *x)
{
    struct four_halves v = *(const struct four_halves *)x;
    float2 low = __half22float2(v.low), high = __half22float2(v.high);

    return make_float4(low.x, low.y, high.x, high.y);
}

static __device__ void write(float *to, float sum, int parts)
{
    if (parts == 1)
        *to = sum;
    else
        atomicAdd(to, sum);
}

static __device__ void write(__half *to, float sum, int)
{
    *to = __float2half(sum);
}

static __device__ void write4(float *to, float4 v)
{
    *(float4 *)to = v;
}

static __device__ void write4(__half *to, float4 v)
{
    struct four_halves halves = { __floats2half2_rn(v.x, v.y), __floats2half2_rn(v.z, v.w) };

    *(struct four_halves *)to = halves;
}

/* x[row][col .. col + 3] of a matrix with rows of `length` numbers; 0 from (rows, cols) on. */
template <typename number>
static __device__ float4 load4(const number *x, int length, int row, int col, int rows, int cols)
{
    if (row >= rows || col >= cols)
        return make_float4(0, 0, 0, 0);
    x += row * length + col;
    if (length % 4 == 0 && cols % 4 == 0)
        return read4(x);
    return make_float4(read(x[0]), col + 1 < cols ? read(x[1]) : 0, col + 2 < cols ? read(x[2]) : 0,
                       col + 3 < cols ? read(x[3]) : 0);
}

/* The opposite: those of the four sums that lie in C. */
template <typename number>
static __device__ void store4(number *c, int row, int col, int m, int n, float4 v, int parts)
{
    if (row >= m || col >= n)
        return;
    c += row * n + col;
    if (parts == 1 && n % 4 == 0) {
        write4(c, v);
        return;
    }
    write(c, v.x, parts);
    if (col + 1 < n)
        write(c + 1, v.y, parts);
    if (col + 2 < n)
        write(c + 2, v.z, parts);
    if (col + 3 < n)
        write(c + 3, v.w, parts);
}

/* Row r (or column) of a patch, counted in the tile: of the t-th of `threads` threads. */
static __device__ int place(int t, int threads, int r)
{
    return 4 * t + r % 4 + 4 * threads * (r / 4);
}

/* The four floats at x, a multiple of 16 bytes, in one read. */
static __device__ void get4(float to[4], const float *x)
{
    float4 v = *(const float4 *)x;

    to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
}

template <typename number, int ROWS, int COLS, int DOWN, int ACROSS>
__global__ void __launch_bounds__(DOWN *ACROSS, 512 / (DOWN * ACROSS))
    product_kernel(number *c, const number *a, const number *b, int m, int n, int k, int parts)
{
    const int HIGH = ROWS * DOWN, WIDE = COLS * ACROSS, THREADS = DOWN * ACROSS;
    __shared__ __align__(16) float a_tile[STEP][HIGH + 4], b_tile[STEP][WIDE]; /* A transposed */
    int tx = threadIdx.x, ty = threadIdx.y, t = ty * ACROSS + tx;
    int tile = blockIdx.x / parts, part = blockIdx.x % parts;
    int i0 = tile / pieces(n, WIDE) * HIGH, j0 = tile % pieces(n, WIDE) * WIDE;
    int length = pieces(pieces(k, parts), STEP) * STEP, end = min(k, (part + 1) * length);
    float sum[ROWS][COLS] = { { 0 } };

    for (int p0 = part * length; p0 < end; p0 += STEP) {
        for (int first = 0; first < HIGH * STEP / 4; first += THREADS) {
            int e = first + t, row = e / (STEP / 4), col = e % (STEP / 4) * 4;
            if (row >= HIGH)
                break;
            float4 v = load4(a, k, i0 + row, p0 + col, m, end);
            a_tile[col][row] = v.x, a_tile[col + 1][row] = v.y;
            a_tile[col + 2][row] = v.z, a_tile[col + 3][row] = v.w;
        }
        for (int first = 0; first < WIDE * STEP / 4; first += THREADS) {
            int e = first + t, row = e / (WIDE / 4), col = e % (WIDE / 4) * 4;
            if (row >= STEP)
                break;
            *(float4 *)&b_tile[row][col] = load4(b, n, p0 + row, j0 + col, end, n);
        }
        __syncthreads();
#pragma unroll(128 / (ROWS * COLS)) /* 128 multiply-adds: more would need more registers */
        for (int p = 0; p < STEP; p++) {
            float a_p[ROWS], b_p[COLS];
            for (int r = 0; r < ROWS; r += 4)
                get4(&a_p[r], &a_tile[p][place(ty, DOWN, r)]);
            for (int s = 0; s < COLS; s += 4)
                get4(&b_p[s], &b_tile[p][place(tx, ACROSS, s)]);
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < COLS; s++)
                    sum[r][s] += a_p[r] * b_p[s];
        }
        __syncthreads();
    }
    for (int r = 0; r < ROWS; r++)
        for (int s = 0; s < COLS; s += 4)
            store4(c, i0 + place(ty, DOWN, r), j0 + place(tx, ACROSS, s), m, n,
                   make_float4(sum[r][s], sum[r][s + 1], sum[r][s + 2], sum[r][s + 3]), parts);
}

static int tiles(int m, int n, int high, int wide)
{
    return pieces(m, high) * pieces(n, wide);
}

template <typename number, int ROWS, int COLS, int DOWN, int ACROSS>
static void run(number *d_c, const number *d_a, const number *d_b, int m, int n, int k, int parts)
{
    int blocks = tiles(m, n, ROWS * DOWN, COLS * ACROSS) * parts;

    product_kernel<number, ROWS, COLS, DOWN, ACROSS>
        <<<blocks, dim3(ACROSS, DOWN)>>>(d_c, d_a, d_b, m, n, k, parts);
}

/* C = A B with the best tile for this m and n; with K in parts if that is the smallest. */
template <typename number>
static void launch(number *d_c, const number *d_a, const number *d_b, int m, int n, int k,
                   int parts)
{
    static const struct {
        int high, wide; /* of a tile: ROWS * DOWN, COLS * ACROSS */
        void (*run)(number *, const number *, const number *, int, int, int, int);
    } choices[] = {
        { 32, 32, run<number, 4, 4, 8, 8> },   { 128, 128, run<number, 8, 8, 16, 16> },
        { 128, 64, run<number, 8, 8, 16, 8> }, { 64, 64, run<number, 4, 4, 16, 16> },
        { 128, 16, run<number, 4, 4, 32, 4> }, { 16, 128, run<number, 4, 4, 4, 32> },
    };
    long long least = 0;
    int best = 0;

    for (int i = 0; i < (int)(sizeof(choices) / sizeof(*choices)); i++) {
        int high = choices[i].high, wide = choices[i].wide;
        /* what the slowest SM does for a step of K: it multiplies, and copies with some four
         * instructions a float */
        long long work =
            (long long)pieces(tiles(m, n, high, wide), SMS) * (high * wide + 4 * (high + wide));
        if (i == 0 || work < least)
            least = work, best = i;
    }
    choices[best].run(d_c, d_a, d_b, m, n, k, best == 0 ? parts : 1);
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int parts = 4 * SMS / tiles(m, n, 32, 32); /* its blocks are small: four for each SM */

    parts = min(parts, k / 256); /* a part shorter than that is not worth an addition */
    if (parts > 1)
        cudaMemsetAsync(d_c, 0, (size_t)m * n * sizeof(float), 0);
    launch(d_c, d_a, d_b, m, n, k, max(parts, 1));
}

/* ---- ex62: stored in half precision, summed in float ---------------------------------------- */

/* Right: each half is converted when it is loaded, so the tiles and the sums are float, and the one
 * conversion at the end is the only rounding to half. K is never cut: adding parts to a C of halves
 * would round once more for each.
 *
 * Fast: half the bytes from device memory. The multiply-adds are as many as in ex61 and run at the
 * speed of float; to be faster there takes tensor cores. */
void resnet_layers_ex62(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    launch(d_c, d_a, d_b, m, n, k, 1);
}

/* ---- ex63: im2col: the matrix A from an image ----------------------------------------------- */

/* Right: a thread per element of the columns; its index, divided, gives channel, kw, kh and the
 * output pixel. What lies in the padding is 0. */
__global__ void resnet_layers_ex63_kernel(float *columns, const float *image, int batch, int height,
                                          int width, int channels, int kernel, int stride,
                                          int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= (unsigned int)count)
        return;
    int channel = i % channels, rest = i / channels;
    int kw = rest % kernel, kh = rest / kernel % kernel;
    int pixel = rest / kernel / kernel; /* of the output */
    int x = pixel % cols * stride - padding + kw;
    int y = pixel / cols % rows * stride - padding + kh;
    int inside = x >= 0 && x < width && y >= 0 && y < height;
    columns[i] =
        inside ? image[((pixel / cols / rows * height + y) * width + x) * channels + channel] : 0;
}

void resnet_layers_ex63(float *d_columns, const float *d_image, int batch, int height, int width,
                        int channels, int kernel, int stride, int padding)
{
    int rows = (height + 2 * padding - kernel) / stride + 1;
    int cols = (width + 2 * padding - kernel) / stride + 1;
    int count = batch * rows * cols * kernel * kernel * channels;

    resnet_layers_ex63_kernel<<<pieces(count, 256), 256>>>(d_columns, d_image, batch, height, width,
                                                           channels, kernel, stride, padding);
}

/* ---- wmma: ex62 on tensor cores -------------------------------------------------------------- */

#ifdef BUILT_FOR_GPU
#include <mma.h>

/* A warp multiplies 16 x 16 tiles of halves by one instruction (a fragment is a tile, spread over
 * the registers of its 32 threads), and sums them in float. A block of four warps computes 64 x 64
 * elements of C, each warp a quarter: 2 x 2 fragments. The tiles in shared memory are padded by 8
 * halves a row, so that the rows of a fragment begin in different banks. */
#define SIDE  64
#define DEPTH 32
#define PAD   8

typedef nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sums;

/* rows x cols of x from (row, col) on into a tile with `stride` halves a row; 0 past the edges */
static __device__ void copy_tile(__half *tile, int stride, int tile_rows, int tile_cols,
                                 const __half *x, int row, int col, int rows, int cols)
{
    for (int e = threadIdx.x; e < tile_rows * tile_cols; e += blockDim.x) {
        int i = e / tile_cols, j = e % tile_cols;
        int inside = row + i < rows && col + j < cols;
        tile[i * stride + j] = inside ? x[(row + i) * cols + col + j] : __float2half(0);
    }
}

__global__ void __launch_bounds__(128)
    resnet_layers_wmma_kernel(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    using namespace nvcuda;
    __shared__ __align__(32) __half a_tile[SIDE][DEPTH + PAD], b_tile[DEPTH][SIDE + PAD];
    __shared__ __align__(32) float c_tile[SIDE][SIDE + PAD];
    int warp = threadIdx.x / 32, i_warp = warp / 2 * 32, j_warp = warp % 2 * 32;
    int i0 = blockIdx.x / pieces(n, SIDE) * SIDE, j0 = blockIdx.x % pieces(n, SIDE) * SIDE;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part[2];
    sums sum[2][2];

    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
            wmma::fill_fragment(sum[r][s], 0);
    for (int p0 = 0; p0 < k; p0 += DEPTH) {
        copy_tile(a_tile[0], DEPTH + PAD, SIDE, DEPTH, a, i0, p0, m, k);
        copy_tile(b_tile[0], SIDE + PAD, DEPTH, SIDE, b, p0, j0, k, n);
        __syncthreads();
        for (int p = 0; p < DEPTH; p += 16) {
            for (int s = 0; s < 2; s++)
                wmma::load_matrix_sync(b_part[s], &b_tile[p][j_warp + 16 * s], SIDE + PAD);
            for (int r = 0; r < 2; r++) {
                wmma::load_matrix_sync(a_part, &a_tile[i_warp + 16 * r][p], DEPTH + PAD);
                for (int s = 0; s < 2; s++)
                    wmma::mma_sync(sum[r][s], a_part, b_part[s], sum[r][s]);
            }
        }
        __syncthreads();
    }
    for (int r = 0; r < 2; r++)
        for (int s = 0; s < 2; s++)
            wmma::store_matrix_sync(&c_tile[i_warp + 16 * r][j_warp + 16 * s], sum[r][s],
                                    SIDE + PAD, wmma::mem_row_major);
    __syncthreads();
    for (int e = threadIdx.x; e < SIDE * SIDE; e += blockDim.x)
        if (i0 + e / SIDE < m && j0 + e % SIDE < n)
            c[(i0 + e / SIDE) * n + j0 + e % SIDE] = __float2half(c_tile[e / SIDE][e % SIDE]);
}

void resnet_layers_wmma(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    resnet_layers_wmma_kernel<<<tiles(m, n, SIDE, SIDE), 128>>>(d_c, d_a, d_b, m, n, k);
}
#endif
