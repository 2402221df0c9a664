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

struct four_halves {
    __align__(8) __half2 low;
    __half2 high;
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
        /* what the slowest SM does for a step of K: it multiplies, and takes some eight
         * instructions for each float that it copies (make sass06 SOLUTION=1) */
        long long work =
            (long long)pieces(tiles(m, n, high, wide), SMS) * (high * wide + 8 * (high + wide));
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

#if defined BUILT_FOR_GPU || defined BUILT_BY_NVCC
#include <cuda_pipeline.h>
#include <mma.h>

/* A warp multiplies 16 x 16 tiles of halves by one call, of which nvcc makes 4 HMMA on sm_75 and 2
 * later (a fragment is a tile, spread over the registers of its 32 threads), and sums them in
 * float: 4 x 2 fragments, 64 x 32 elements of C. A block has DOWN x ACROSS warps. While it
 * multiplies one stage of A and B in shared memory, the next one comes from device memory.
 *
 * What bounds it, as nvcc 13.0 builds it, no spill: the clocks that an SM needs at least for a
 * stage of the tile of 128 x 128, whose 8 warps make 524,288 multiply-adds, read shared memory in
 * 384 wavefronts of 128 bytes, and write it in 128. `issue` is of one of its 4 schedulers, for 2
 * warps.
 *
 *                    sm_75   sm_80   sm_86, 89   sm_90   sm_100   sm_120
 *     tensor cores    1024     512      1024       256     128     1024
 *     shared memory   1088     512       512       512     512      512
 *     issue            320     220       220       230     238      302
 *     busy, 128 x 128  94 %   100 %     100 %      50 %    25 %    100 %
 *           128 x 64   82 %    89 %     100 %      44 %    22 %    100 %
 *           64 x 64    73 %    80 %     100 %      40 %    20 %    100 %
 *
 * `busy` is the tensor cores' share of the longest. They do 512, 1024, 512, 2048, 4096, 512 FMA a
 * clock and SM (NVIDIA's white papers, as in common/engine/bounds.c; with float sums half of that
 * on GeForce): an HMMA.1688 of sm_75 takes a scheduler's core 8 clocks, an HMMA.16816 8, 16, 4,
 * 2, 16. Shared memory gives 128 bytes a clock, sm_75's 64 (white paper of GA102), and there 32
 * loads of device memory take their way through it as well. From sm_90 on, the full rate takes
 * other instructions, wgmma and tcgen05. */
#define DEPTH 32 /* columns of A and rows of B in a stage */
#define PAD   8  /* halves more in a row, so that those of a fragment begin in different banks */

typedef nvcuda::wmma::fragment<nvcuda::wmma::accumulator, 16, 16, 16, float> sums;

template <int DOWN, int ACROSS> struct stage {
    __half a[64 * DOWN][DEPTH + PAD], b[DEPTH][32 * ACROSS + PAD];
};

/* What a thread copies to a stage, 8 halves at a time: so much of A, so much of B. */
#define OF_A (8 / ACROSS)
#define OF_B (4 / DOWN)

/* 8 halves of x, rows x cols, from (row, col) on; 0 past the edges. EIGHTS: 8 divides cols, so they
 * begin at a multiple of 16 bytes, and all are inside or none. Then they are copied at once, on
 * sm_80 and later beside the thread and past its registers; on sm_75 registers hold them until
 * end_copies. */
template <int EIGHTS>
static __device__ void begin_copy(uint4 *held, __half *to, const __half *x, int row, int col,
                                  int rows, int cols)
{
    int inside = row < rows && col < cols;

    if (EIGHTS) {
        const uint4 *from = (const uint4 *)(inside ? &x[row * cols + col] : x);
#if __CUDA_ARCH__ >= 800 /* __pipeline_memcpy_async with a zfill of 0 or 16, by one instruction */
        unsigned int shared = (unsigned int)__cvta_generic_to_shared(to);
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;"
                     :
                     : "r"(shared), "l"(from), "r"(inside ? 16 : 0)
                     : "memory");
#else
        *held = inside ? *from : make_uint4(0, 0, 0, 0);
#endif
    } else {
        for (int e = 0; e < 8; e++)
            to[e] = inside && col + e < cols ? x[row * cols + col + e] : __float2half(0);
    }
}

/* Where the q-th copy of the calling thread goes in a stage. In A eight neighbouring threads take
 * rows below each other, which with the padding lie in different banks; the warp still reads 64
 * bytes of each of eight rows. */
template <int DOWN, int ACROSS> static __device__ void place_in_a(int q, int *i, int *p)
{
    *i = 8 * DOWN * ACROSS * q + threadIdx.x / 32 * 8 + threadIdx.x % 8;
    *p = threadIdx.x / 8 % 4 * 8;
}

template <int DOWN, int ACROSS> static __device__ void place_in_b(int q, int *p, int *j)
{
    *p = 8 * DOWN * q + threadIdx.x / (4 * ACROSS);
    *j = threadIdx.x % (4 * ACROSS) * 8;
}

/* Columns p0 .. p0 + DEPTH - 1 of A, and rows of B, begin to come to the stage. */
template <int EIGHTS, int DOWN, int ACROSS>
static __device__ void begin_copies(uint4 *held, stage<DOWN, ACROSS> *s, const __half *a,
                                    const __half *b, int i0, int j0, int p0, int m, int n, int k)
{
    int i, j, p;

    for (int q = 0; q < OF_A; q++) {
        place_in_a<DOWN, ACROSS>(q, &i, &p);
        begin_copy<EIGHTS>(&held[q], &s->a[i][p], a, i0 + i, p0 + p, m, k);
    }
    for (int q = 0; q < OF_B; q++) {
        place_in_b<DOWN, ACROSS>(q, &p, &j);
        begin_copy<EIGHTS>(&held[OF_A + q], &s->b[p][j], b, p0 + p, j0 + j, k, n);
    }
    __pipeline_commit();
}

/* The calling thread's copies are in the stage. */
template <int EIGHTS, int DOWN, int ACROSS>
static __device__ void end_copies(const uint4 *held, stage<DOWN, ACROSS> *s)
{
#if __CUDA_ARCH__ >= 800
    __pipeline_wait_prior(0);
#else
    int i, j, p;

    for (int q = 0; EIGHTS && q < OF_A; q++) {
        place_in_a<DOWN, ACROSS>(q, &i, &p);
        *(uint4 *)&s->a[i][p] = held[q];
    }
    for (int q = 0; EIGHTS && q < OF_B; q++) {
        place_in_b<DOWN, ACROSS>(q, &p, &j);
        *(uint4 *)&s->b[p][j] = held[OF_A + q];
    }
#endif
}

/* Adds the stage's products to the warp's sums; (i, j) is where its part of the tile begins. */
template <int DOWN, int ACROSS>
static __device__ void multiply_stage(sums sum[4][2], const stage<DOWN, ACROSS> *s, int i, int j)
{
    using namespace nvcuda;
    wmma::fragment<wmma::matrix_a, 16, 16, 16, __half, wmma::row_major> a_part;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, __half, wmma::row_major> b_part[2];

    for (int p = 0; p < DEPTH; p += 16) {
        for (int c = 0; c < 2; c++)
            wmma::load_matrix_sync(b_part[c], &s->b[p][j + 16 * c], 32 * ACROSS + PAD);
        for (int r = 0; r < 4; r++) {
            wmma::load_matrix_sync(a_part, &s->a[i + 16 * r][p], DEPTH + PAD);
            for (int c = 0; c < 2; c++)
                wmma::mma_sync(sum[r][c], a_part, b_part[c], sum[r][c]);
        }
    }
}

/* A fragment to C at (i, j), by way of shared memory: which thread has which element is up to the
 * GPU. Each thread stores 8 neighbours, at once where 8 divides n. */
static __device__ void store_fragment(__half *c, const sums &sum, float patch[16][16 + 4], int i,
                                      int j, int m, int n)
{
    int row = threadIdx.x % 32 / 2, col = threadIdx.x % 2 * 8;
    __align__(16) __half eight[8];

    nvcuda::wmma::store_matrix_sync(patch[0], sum, 16 + 4, nvcuda::wmma::mem_row_major);
    __syncwarp();
    for (int e = 0; e < 8; e++)
        eight[e] = __float2half(patch[row][col + e]);
    __syncwarp(); /* the patch is free for the next fragment */
    i += row, j += col;
    if (i < m && j < n && n % 8 == 0)
        *(uint4 *)&c[i * n + j] = *(uint4 *)eight;
    else
        for (int e = 0; e < 8; e++)
            if (i < m && j + e < n)
                c[i * n + j + e] = eight[e];
}

template <int EIGHTS, int DOWN, int ACROSS>
__global__ void __launch_bounds__(32 * DOWN * ACROSS, 16 / DOWN / ACROSS)
    resnet_layers_wmma_kernel(__half *c, const __half *a, const __half *b, int m, int n, int k)
{
    __shared__ __align__(32) stage<DOWN, ACROSS> stages[2];
    int warp = threadIdx.x / 32, i_warp = warp / ACROSS * 64, j_warp = warp % ACROSS * 32;
    int across = pieces(n, 32 * ACROSS);
    int i0 = blockIdx.x / across * 64 * DOWN, j0 = blockIdx.x % across * 32 * ACROSS;
    uint4 held[OF_A + OF_B];
    sums sum[4][2];

    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 2; s++)
            nvcuda::wmma::fill_fragment(sum[r][s], 0);
    begin_copies<EIGHTS>(held, &stages[0], a, b, i0, j0, 0, m, n, k);
    for (int p0 = 0, now = 0; p0 < k; p0 += DEPTH, now ^= 1) {
        end_copies<EIGHTS>(held, &stages[now]);
        __syncthreads(); /* the stage is whole, and no warp still reads the other one */
        if (p0 + DEPTH < k)
            begin_copies<EIGHTS>(held, &stages[now ^ 1], a, b, i0, j0, p0 + DEPTH, m, n, k);
        multiply_stage(sum, &stages[now], i_warp, j_warp);
    }
    __syncthreads(); /* the stages are no longer read: each warp takes a patch of the memory */
    float(*patch)[16 + 4] = (float(*)[16 + 4]) stages + 16 * warp;
    for (int r = 0; r < 4; r++)
        for (int s = 0; s < 2; s++)
            store_fragment(c, sum[r][s], patch, i0 + i_warp + 16 * r, j0 + j_warp + 16 * s, m, n);
}

/* The largest tile of which there is one for each SM: larger ones read shared memory least. */
template <int EIGHTS>
static void launch_wmma(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (n > 64 && tiles(m, n, 128, 128) >= SMS)
        resnet_layers_wmma_kernel<EIGHTS, 2, 4>
            <<<tiles(m, n, 128, 128), 256>>>(d_c, d_a, d_b, m, n, k);
    else if (tiles(m, n, 128, 64) >= SMS)
        resnet_layers_wmma_kernel<EIGHTS, 2, 2>
            <<<tiles(m, n, 128, 64), 128>>>(d_c, d_a, d_b, m, n, k);
    else
        resnet_layers_wmma_kernel<EIGHTS, 1, 2>
            <<<tiles(m, n, 64, 64), 64>>>(d_c, d_a, d_b, m, n, k);
}

void resnet_layers_wmma(__half *d_c, const __half *d_a, const __half *d_b, int m, int n, int k)
{
    if (n % 8 == 0 && k % 8 == 0)
        launch_wmma<1>(d_c, d_a, d_b, m, n, k);
    else
        launch_wmma<0>(d_c, d_a, d_b, m, n, k);
}
#endif
