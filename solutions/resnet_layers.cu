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

/* Right: a block of 16 x 16 threads computes 16 ROWS x 16 COLS elements of C; thread (tx, ty) has
 * rows ty, ty + 16, ... and columns tx, tx + 16, ... of them. It sums one of `parts` parts of K;
 * where there are several, each adds its sum to C, which the launcher has set to 0.
 *
 * Fast: a large patch reads shared memory least: 8 x 4 needs 12 floats for 32 multiply-adds, where
 * v1 needs 64. But large tiles are few, and then most SMs have nothing to do: so the launcher takes
 * the largest tile that gives enough blocks. Layer 17 has too few of any (49 x 512, 32 blocks of
 * 32 x 32), but a long sum of 4,608: there it cuts K as well. */
#define ENOUGH 128 /* blocks; GPUs have some 40 to 140 SMs */

/* What differs between float here and half in ex62: how a number is read and how it is written. */
static __device__ float read(float x)
{
    return x;
}

static __device__ float read(__half x)
{
    return __half2float(x);
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

template <typename number, int ROWS, int COLS>
__global__ void __launch_bounds__(256)
    product_kernel(number *c, const number *a, const number *b, int m, int n, int k, int parts)
{
    /* b_tile has an odd number of 16 columns: a warp writes two rows, to the 16 banks of each half
     */
    __shared__ float a_tile[16 * ROWS][TILE], b_tile[TILE][16 * (COLS | 1)];
    int tx = threadIdx.x, ty = threadIdx.y, across = pieces(n, 16 * COLS);
    int tile = blockIdx.x / parts, part = blockIdx.x % parts;
    int i0 = tile / across * 16 * ROWS + ty, j0 = tile % across * 16 * COLS + tx;
    int begin = part * pieces(k, parts), end = min(k, begin + pieces(k, parts));
    float sum[ROWS][COLS] = { { 0 } };

    for (int p0 = begin; p0 < end; p0 += TILE) {
        for (int r = 0, i = i0; r < ROWS; r++, i += 16)
            a_tile[ty + 16 * r][tx] = i < m && p0 + tx < end ? read(a[i * k + p0 + tx]) : 0;
        for (int s = 0, j = j0; s < COLS; s++, j += 16)
            b_tile[ty][tx + 16 * s] = p0 + ty < end && j < n ? read(b[(p0 + ty) * n + j]) : 0;
        __syncthreads();
        for (int p = 0; p < TILE; p++)
            for (int r = 0; r < ROWS; r++)
                for (int s = 0; s < COLS; s++)
                    sum[r][s] += a_tile[ty + 16 * r][p] * b_tile[p][tx + 16 * s];
        __syncthreads();
    }
    for (int r = 0, i = i0; r < ROWS; r++, i += 16)
        for (int s = 0, j = j0; s < COLS; s++, j += 16)
            if (i < m && j < n)
                write(&c[i * n + j], sum[r][s], parts);
}

static int tiles(int m, int n, int rows, int cols)
{
    return pieces(m, rows) * pieces(n, cols);
}

/* C = A B with the largest tile that gives enough blocks; the smallest one with K in parts. */
template <typename number>
static void launch(number *d_c, const number *d_a, const number *d_b, int m, int n, int k,
                   int parts)
{
    dim3 block(16, 16);

    if (n <= 16 && tiles(m, n, 128, 16) >= ENOUGH) /* most of a wider tile would lie outside of C */
        product_kernel<number, 8, 1><<<tiles(m, n, 128, 16), block>>>(d_c, d_a, d_b, m, n, k, 1);
    else if (m <= 16 && tiles(m, n, 16, 128) >= ENOUGH) /* or of a taller one */
        product_kernel<number, 1, 8><<<tiles(m, n, 16, 128), block>>>(d_c, d_a, d_b, m, n, k, 1);
    else if (tiles(m, n, 128, 64) >= ENOUGH)
        product_kernel<number, 8, 4><<<tiles(m, n, 128, 64), block>>>(d_c, d_a, d_b, m, n, k, 1);
    else if (tiles(m, n, 64, 64) >= ENOUGH)
        product_kernel<number, 4, 4><<<tiles(m, n, 64, 64), block>>>(d_c, d_a, d_b, m, n, k, 1);
    else if (tiles(m, n, 32, 64) >= ENOUGH)
        product_kernel<number, 2, 4><<<tiles(m, n, 32, 64), block>>>(d_c, d_a, d_b, m, n, k, 1);
    else
        product_kernel<number, 2, 2>
            <<<tiles(m, n, 32, 32) * parts, block>>>(d_c, d_a, d_b, m, n, k, parts);
}

void resnet_layers_ex61(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
{
    int parts = ENOUGH / tiles(m, n, 32, 32);

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
