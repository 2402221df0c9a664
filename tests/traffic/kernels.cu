/* Small kernels with the traffic that must come out of each line, and why. It stands behind the
 * line: `load 8/4` asks global memory for 8 sectors per request where 4 would do; `load.s 31` has
 * 31 bank conflicts per request; `~` is called approximate. compare.sh compares.
 *
 * x and y begin at multiples of 512 bytes. A warp of 32 floats has 128 bytes: 4 sectors of 32. */
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <cuda_runtime.h>
#include <stdio.h>

#define T ((int)threadIdx.x)
#define G ((int)(blockIdx.x * blockDim.x + threadIdx.x))

struct triple { /* aligned to 4 bytes, so loaded by three instructions of 4 */
    float x, y, z;
};
struct particle { /* 32 bytes: one sector each */
    float x, y, z, mass, vx, vy, vz, charge;
};
__constant__ float few[32];
__device__ __align__(32) float table[64];

/* ---- global memory: how far neighbours are apart -------------------------------------------- */

/* 32 floats side by side: 128 bytes from a multiple of 32 on, 4 sectors */
__global__ void contiguous(float *y, const float *x)
{
    y[G] = x[G]; //= load 4/4 store 4/4
}

/* 8 bytes apart: 256 bytes are spanned, 8 sectors, half of each used */
__global__ void stride_2(float *y, const float *x)
{
    y[T] = x[2 * T]; //= load 8/4 store 4/4
}

/* 12 bytes apart: 32 x 12 = 384 bytes, 12 sectors */
__global__ void stride_3(float *y, const float *x)
{
    y[T] = x[3 * T]; //= load 12/4 store 4/4
}

/* 16 bytes apart: 512 bytes, 16 sectors */
__global__ void stride_4(float *y, const float *x)
{
    y[4 * T] = x[T]; //= load 4/4 store 16/4
}

/* 32 bytes apart: each lane has a sector of its own */
__global__ void stride_8(float *y, const float *x)
{
    y[T] = x[8 * T]; //= load 32/4 store 4/4
}

/* further apart it gets no worse */
__global__ void stride_16(float *y, const float *x)
{
    y[16 * T] = x[16 * T]; //= load 32/4 store 32/4
}
__global__ void stride_32(float *y, const float *x)
{
    y[T] = x[32 * T]; //= load 32/4 store 4/4
}
__global__ void stride_64(float *y, const float *x)
{
    y[T] = x[64 * T]; //= load 32/4 store 4/4
}

/* bytes 4 .. 131: the first sector in part, three whole ones, one float of a fifth */
__global__ void offset_by_one(float *y, const float *x)
{
    y[T] = x[T + 1]; //= load 5/4 store 4/4
}

/* a multiple of 32 bytes off: again 4 */
__global__ void offset_by_a_sector(float *y, const float *x)
{
    y[T + 8] = x[T + 16]; //= load 4/4 store 4/4
}

/* the order of lanes does not matter: the same 4 sectors */
__global__ void reversed(float *y, const float *x)
{
    y[31 - T] = x[31 - T]; //= load 4/4 store 4/4
}
__global__ void permuted(float *y, const float *x)
{
    y[T] = x[T * 5 % 32]; //= load 4/4 store 4/4
}

/* all lanes want the same 4 bytes: one sector, and one is the least for 4 bytes */
__global__ void broadcast(float *y, const float *x)
{
    y[T] = x[blockIdx.x]; //= load 1/1 store 4/4
}

/* pairs of lanes share: 16 floats, 64 bytes, 2 sectors */
__global__ void shared_by_two(float *y, const float *x)
{
    y[T] = x[T / 2]; //= load 2/2 store 4/4
}

/* two addresses, 4 KB apart: 8 bytes would fit in one sector, but lie in two */
__global__ void two_far_apart(float *y, const float *x)
{
    y[T] = x[T / 16 * 1024]; //= load 2/1 store 4/4
}

/* 4 bytes in each of 32 lines, in no order (a table of a hash, say) */
__global__ void scattered(float *y, const float *x)
{
    y[T] = x[T * 7919 % 32 * 1000]; //= load 32/4 store 4/4
}

/* ---- global memory: how much each lane wants ------------------------------------------------ */

/* 32 bytes in all: 1 sector */
__global__ void bytes(char *y, const char *x)
{
    y[T] = x[T]; //= load 1/1 store 1/1
}

/* bytes 32 apart: 32 sectors for 32 bytes, which one would hold */
__global__ void bytes_apart(char *y, const char *x)
{
    y[T] = x[32 * T]; //= load 32/1 store 1/1
}

/* 2 bytes each: 64 bytes, 2 sectors */
__global__ void halves(half *y, const half *x)
{
    y[T] = x[T]; //= load 2/2 store 2/2
}

/* 4 bytes each, by one instruction */
__global__ void pairs_of_halves(half2 *y, const half2 *x)
{
    y[T] = x[T]; //= load 4/4 store 4/4
}

/* 8 bytes each: 256 bytes, 8 sectors, and 8 is the least */
__global__ void doubles(double *y, const double *x)
{
    y[T] = x[T]; //= load 8/8 store 8/8
}

/* every other one: 512 bytes spanned */
__global__ void doubles_apart(double *y, const double *x)
{
    y[T] = x[2 * T]; //= load 16/8 store 8/8
}
__global__ void float2s(float2 *y, const float2 *x)
{
    y[T] = x[T]; //= load 8/8 store 8/8
}

/* 16 bytes each, by one instruction: 512 bytes, 16 sectors, all used */
__global__ void float4s(float4 *y, const float4 *x)
{
    y[T] = x[T]; //= load 16/16 store 16/16
}

/* the same although only a part is changed */
__global__ void float4s_changed(float4 *y, const float4 *x)
{
    float4 v = x[T]; //= load 16/16
    v.x += 1;
    y[T] = v; //= store 16/16
}

/* only one member: 4 bytes, 16 apart */
__global__ void float4_member(float *y, const float4 *x)
{
    y[T] = x[T].z; //= load 16/4 store 4/4
}

/* floats as float4: what a cast asks for counts */
__global__ void float4_cast(float *y, const float *x)
{
    ((float4 *)y)[T] = ((const float4 *)x)[T]; //= load 16/16 store 16/16
}

/* 16 bytes each, every other one: 1024 bytes spanned, 16 sectors of 32 used whole */
__global__ void float4s_apart(float4 *y, const float4 *x)
{
    y[T] = x[2 * T]; //= load 32/16 store 16/16
}

/* three loads of 4 bytes, 12 apart: each spans 384 bytes, 12 sectors, for 128 bytes */
__global__ void triples(float *y, const triple *x)
{
    triple v = x[T];        //= load 12/4
    y[T] = v.x + v.y + v.z; //= store 4/4
}

/* one member of an array of structures: a sector each */
__global__ void array_of_structures(float *y, const particle *x)
{
    y[T] = x[T].mass; //= load 32/4 store 4/4
}

/* the same member of a structure of arrays */
__global__ void structure_of_arrays(float *y, const float *x)
{
    y[T] = (x + 96)[T]; //= load 4/4 store 4/4
}

/* ---- global memory: which lanes are there --------------------------------------------------- */

/* 40 threads: a whole warp and one of 8 lanes, 4 + 1 sectors in 2 requests */
__global__ void partial_last_warp(float *y, const float *x)
{
    y[T] = x[T]; //= load 2.5/2.5 store 2.5/2.5
}

/* 44 of 64: 32 and 12 lanes, 4 + 2 sectors (48 bytes) in 2 requests */
__global__ void guarded(float *y, const float *x, int n)
{
    if (G < n)
        y[G] = x[G]; //= load 3/3 store 3/3
}
__global__ void early_return(float *y, const float *x, int n)
{
    if (G >= n)
        return;
    y[G] = x[G]; //= load 3/3 store 3/3
}

/* odd lanes, then even ones: 16 floats 8 bytes apart span 128 bytes, 4 sectors; 2 would hold them
 */
__global__ void divergent(float *y, const float *x)
{
    float v;
    if (T % 2)
        v = x[T]; //= load 4/2
    else
        v = 2 * x[T + 32]; //= load 4/2
    y[T] = v;              //= store 4/4
}

/* half a warp each way: 64 bytes, 2 sectors */
__global__ void divergent_halves(float *y, const float *x)
{
    if (T < 16)
        y[T] = x[T]; //= load 2/2 store 2/2
    else
        y[T] = -1; //= store 2/2
}

/* one lane of a warp: 1 sector */
__global__ void one_lane(float *y, const float *x)
{
    if (T == 5)
        y[T] = x[T]; //= load 1/1 store 1/1
}

/* ---- global memory: blocks of other shapes -------------------------------------------------- */

/* a block of 32 x 1: a warp is a row; 32 x 8: too */
__global__ void rows_of_32(float *y, const float *x)
{
    int i = threadIdx.y * 32 + threadIdx.x;
    y[i] = x[i]; //= load 4/4 store 4/4
}

/* 16 x 16: a warp has two rows of 16 floats, 64 bytes, 2 sectors each, in a matrix 64 wide */
__global__ void rows_of_16(float *y, const float *x)
{
    int i = threadIdx.y * 64 + threadIdx.x;
    y[i] = x[i]; //= load 4/4 store 4/4
}

/* 8 x 8: four rows of 8 floats, a sector each */
__global__ void rows_of_8(float *y, const float *x)
{
    int i = threadIdx.y * 64 + threadIdx.x;
    y[i] = x[i]; //= load 4/4 store 4/4
}

/* 4 x 8 in a matrix 64 wide: eight rows of 16 bytes, half a sector each */
__global__ void rows_of_4(float *y, const float *x)
{
    int i = threadIdx.y * 64 + threadIdx.x;
    y[i] = x[i]; //= load 8/4 store 8/4
}

/* 33 x 3, a matrix 33 wide: 99 threads side by side, 3 whole warps and one of 3: 4 + 4 + 4 + 1 */
__global__ void rows_of_33(float *y, const float *x)
{
    int i = threadIdx.y * 33 + threadIdx.x;
    y[i] = x[i]; //= load 3.25/3.25 store 3.25/3.25
}

/* 16 x 16, threads swapped: a warp has 2 columns of 16 rows 64 floats apart: 16 x 8 bytes */
__global__ void columns_of_16(float *y, const float *x)
{
    y[threadIdx.y * 64 + threadIdx.x] = x[threadIdx.x * 64 + threadIdx.y]; //= load 16/4 store 4/4
}

/* one float for each of two rows of threads: 8 bytes, in two sectors */
__global__ void row_of_a(float *y, const float *x)
{
    y[threadIdx.y * 64 + threadIdx.x] = x[threadIdx.y * 64]; //= load 2/1 store 4/4
}

/* ---- global memory: loops ------------------------------------------------------------------- */

/* the same number of trips for all: exact, each trip a request */
__global__ void down_columns(float *y, const float *x)
{
    float sum = 0;
    for (int p = 0; p < 7; p++)
        sum += x[p * 32 + T]; //= load 4/4
    y[T] = sum;               //= store 4/4
}
__global__ void along_rows(float *y, const float *x, int n)
{
    float sum = 0;
    for (int p = 0; p < n; p++)
        sum += x[T * 64 + p]; //= load 32/4
    y[T] = sum;               //= store 4/4
}

/* lane i makes i + 1 trips: how lanes come together is a guess. 32 trips, on the p-th 32 - p lanes
 * side by side from x[p] on: 116 sectors in all, where 80 would do */
__global__ void as_many_as_lanes(float *y, const float *x)
{
    float sum = 0;
    for (int p = 0; p <= T; p++)
        sum += x[T - p]; //= load 2.5/2.5~
    y[T] = sum;          //= store 4/4
}

/* each lane in a trip of its own: a GPU makes 32 requests of one lane; here, as each comes once,
 * they look like one of all lanes */
__global__ void one_after_the_other(float *y, const float *x)
{
    for (int i = 0; i < 32; i++)
        if (i == T)
            y[i] = x[i]; //= load 4/4~ store 4/4~
}

/* four trips for each lane, but not the same ones */
__global__ void shifted(float *y, const float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        if (i >= T && i < T + 4)
            sum += x[i * 32 + T]; //= load 32/4~
    y[T] = sum;                   //= store 4/4
}
__global__ void by_turns(float *y, const float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        if ((i + T) % 2)
            sum += x[T]; //= load 4/4~
    y[T] = sum;          //= store 4/4
}

/* the same trips for all, whatever came before, and whichever lanes are there: exact */
__global__ void same_trips(float *y, const float *x, int n)
{
    int k = T + 1, sum = 0;
    while (k > 1) {
        k = k % 2 ? 3 * k + 1 : k / 2;
        sum++;
    }
    for (int i = 0; i < n; i++) {
        if (T % 2)
            sum += x[i * 32 + T]; //= load 4/2
        else
            sum -= x[i * 64 + T]; //= load 4/2
        if (i % 3 == 2)
            sum += x[i * 32 + 2 * T]; //= load 8/4
        __syncwarp();
        atomicAdd(y + 1024, 1.0f); //= atomic 1/1
    }
    y[T] = sum; //= store 4/4
}

/* what is changed is also loaded: 8 and 4 sectors */
__global__ void added(float *y, const float *x)
{
    y[T] += x[2 * T]; //= load 6/4 store 4/4
}

/* 8 lanes each way: 32, 64 and 32 bytes from 4 bytes behind a sector's beginning */
__global__ void four_ways(float *y, const float *x)
{
    float v = 0;
    switch (T / 8) {
    case 0:
        v = x[T]; //= load 1/1
        break;
    case 1:
        v = x[2 * T]; //= load 2/1
        break;
    case 2:
        v = x[T + 1]; //= load 2/1
        break;
    }
    y[T] = v; //= store 4/4
}

/* the arrays of device and constant memory: the first counts, the second does not */
__global__ void variables(float *y)
{
    y[T] = table[T] + few[T]; //= load 4/4 store 4/4
}

/* ---- atomics -------------------------------------------------------------------------------- */

__global__ void atomics_apart(int *y)
{
    atomicAdd(&y[T], 1); //= atomic 4/4
}
__global__ void atomics_on_one(int *y)
{
    atomicAdd(y, 1); //= atomic 1/1
}
__global__ void atomics_of_float(float *y)
{
    atomicAdd(&y[8 * T], 1.0f); //= atomic 32/4
}
__global__ void atomics_max(int *y)
{
    atomicMax(&y[T / 4], (int)T); //= atomic 1/1
}
__global__ void atomics_in_shared(int *y)
{
    __shared__ int s[32 * 32];
    s[T] = 0; //= store.s 0
    __syncthreads();
    atomicAdd(&s[T], 1);      //= atomic.s 0
    atomicAdd(&s[T * 32], 1); //= atomic.s 31
    y[T] = s[T];              //= load.s 0 store 4/4
}

/* ---- shared memory: 32 banks of 4 bytes ----------------------------------------------------- */

/* a row: 32 banks; a column of a tile 32 wide: 32 words of one bank */
__global__ void tile_32(float *y)
{
    __shared__ float s[32][32];
    s[threadIdx.y][T] = T; //= store.s 0
    __syncthreads();
    y[threadIdx.y * 32 + T] = s[T][threadIdx.y]; //= load.s 31 store 4/4
}

/* one column more: 33 = 1 mod 32, so a column also has 32 banks */
__global__ void tile_33(float *y)
{
    __shared__ float s[32][33];
    s[T][threadIdx.y] = T; //= store.s 0
    __syncthreads();
    y[threadIdx.y * 32 + T] = s[T][threadIdx.y]; //= load.s 0 store 4/4
}

/* 16 x 16 threads: a warp has two rows of 16 words, side by side, 32 banks */
__global__ void tile_16(float *y)
{
    __shared__ float s[16][16];
    s[threadIdx.y][T] = T; //= store.s 0
    __syncthreads();
    /* two columns of 16 rows: words 16 apart lie in 2 banks, and + 1 in 2 others: 8 words each */
    y[threadIdx.y * 16 + T] = s[T][threadIdx.y]; //= load.s 7 store 4/4
}

/* 17 wide, a warp two rows: words 0 .. 15 and 17 .. 32 meet in one bank. Columns: words 17 T and 17
 * T + 1, T < 16, also meet in one: 0 and 17 * 15 + 1 = 256 */
__global__ void tile_17(float *y)
{
    __shared__ float s[16][17];
    s[T][threadIdx.y] = T; //= store.s 1
    __syncthreads();
    y[threadIdx.y * 16 + T] = s[threadIdx.y][T]; //= load.s 1 store 4/4
}

/* every 2nd, 4th, 8th, 16th word: 16, 8, 4, 2 banks with 2, 4, 8, 16 words each */
__global__ void conflicts(float *y)
{
    __shared__ float s[1024];
    for (int i = T; i < 1024; i += 32)
        s[i] = i; //= store.s 0
    __syncthreads();
    float a = s[2 * T];           //= load.s 1
    float b = s[4 * T];           //= load.s 3
    float c = s[8 * T];           //= load.s 7
    float d = s[16 * T];          //= load.s 15
    float e = s[32 * T];          //= load.s 31
    float f = s[3 * T];           //= load.s 0
    y[T] = a + b + c + d + e + f; //= store 4/4
}

/* all lanes the same word: one wavefront; the same for pairs of lanes */
__global__ void same_words(float *y)
{
    __shared__ float s[32];
    s[T] = T; //= store.s 0
    __syncthreads();
    float a = s[blockIdx.x]; //= load.s 0
    float b = s[T / 2];      //= load.s 0
    y[T] = a + b;            //= store 4/4
}

/* the product's inner loop, 16 x 16: two rows of a, broadcast; a row of b, twice */
__global__ void inner_loop(float *y)
{
    __shared__ float a[16][16];
    __shared__ float b[16][16];
    a[threadIdx.y][T] = T; //= store.s 0
    b[threadIdx.y][T] = T; //= store.s 0
    __syncthreads();
    float sum = 0;
    for (int p = 0; p < 16; p++)
        sum += a[threadIdx.y][p] * b[p][T]; //= load.s 0
    y[threadIdx.y * 16 + T] = sum;          //= store 4/4
}

/* bytes: four lanes share a word */
__global__ void bytes_in_shared(char *y)
{
    __shared__ char s[32 * 4];
    s[T] = T; //= store.s 0
    __syncthreads();
    y[T] = s[T * 4]; //= load.s 0 store 1/1
}

/* 8 bytes: half a warp at a time, 16 x 2 words; every other: 2 of each bank in both halves */
__global__ void doubles_in_shared(double *y)
{
    __shared__ double s[64];
    s[T] = T;      //= store.s 0
    s[T + 32] = T; //= store.s 0
    __syncthreads();
    double a = s[2 * T]; //= load.s 2
    y[T] = a + s[0];     //= load.s 0 store 8/8
}

/* 16 bytes: a quarter at a time, 8 x 4 words; every other: 2 of each bank in all four quarters */
__global__ void float4s_in_shared(float4 *y, const float4 *x)
{
    __shared__ float4 s[64];
    s[T] = x[T];           //= load 16/16 store.s 0
    s[T + 32] = x[T + 32]; //= load 16/16 store.s 0
    __syncthreads();
    y[T] = s[2 * T]; //= load.s 4 store 16/16
}

/* Pairs of lanes load the same 16 bytes, so half a warp is served at a time, 8 x 4 words: every
 * other float4 has 2 of each bank in both halves. A store is served by quarters all the same. */
__global__ void pairs_in_shared(float4 *y, const float4 *x)
{
    __shared__ float4 s[64];
    s[T] = x[T];           //= load 16/16 store.s 0
    s[T + 32] = x[T + 32]; //= load 16/16 store.s 0
    __syncthreads();
    float4 a = s[T / 2];     //= load.s 0
    float4 b = s[T / 2 * 2]; //= load.s 2
    __syncthreads();
    s[T / 2 * 2] = x[T];                //= load 16/16 store.s 0
    y[T] = make_float4(a.x, b.x, 0, 0); //= store 16/16
}

/* 8 bytes, 33 apart: 2 T x 33 = 66 T words: bank 2 T again, no conflict */
__global__ void padded_doubles(double *y)
{
    __shared__ double s[32][33];
    s[T][threadIdx.y] = T; //= store.s 0
    __syncthreads();
    y[threadIdx.y * 32 + T] = s[T][threadIdx.y]; //= load.s 0 store 8/8
}

/* extern: words 2 apart */
__global__ void dynamic(float *y)
{
    extern __shared__ float s[];
    s[2 * T] = T; //= store.s 1
    __syncthreads();
    y[T] = s[2 * T]; //= load.s 1 store 4/4
}

/* half of the lanes: what 16 lanes read 2 words apart has 16 banks */
__global__ void half_a_warp(float *y)
{
    __shared__ float s[64];
    s[T] = T; //= store.s 0
    __syncthreads();
    if (T < 16)
        y[T] = s[2 * T]; //= load.s 0 store 2/2
}

/* a tree: 64, then 32, then 16 lanes, neighbours; the last warp is alone from the second step on */
__global__ void tree(float *y, const float *x)
{
    __shared__ float s[128];
    s[T] = x[T]; //= load 4/4 store.s 0
    for (int half = 64; half > 0; half /= 2) {
        __syncthreads();
        if (T < half)
            s[T] += s[T + half]; //= load.s 0 store.s 0
    }
    if (T == 0)
        y[0] = s[0]; //= load.s 0 store 1/1
}

/* after a shuffle, lanes are together again */
__global__ void shuffled(float *y, const float *x)
{
    float v = x[T]; //= load 4/4
    v += __shfl_down_sync(0xffffffff, v, 16);
    y[2 * T] = v; //= store 8/4
}

/* a function's lines are its own */
__device__ float second(const float *x)
{
    return x[T + 2]; //= load 5/4
}
__global__ void in_a_function(float *y, const float *x)
{
    y[T] = second(x); //= store 4/4
}

/* ---- what is copied whole: by words as large as the type is aligned to ----------------------- */

struct five { /* aligned to 4: five words, 20 bytes apart, each spans 624 bytes, 20 sectors */
    float a, b, c, d, e;
};
struct pixel { /* aligned to 1: four loads of a byte, 4 apart, in 128 bytes */
    unsigned char r, g, b, a;
};
struct complex_number { /* aligned to 8: two loads of 8 bytes, 16 apart, in 512 bytes */
    double re, im;
};
struct __align__(8) vertex
{ /* by its own word: 8 bytes, 16 apart */
    float x, y, u, v;
};
__device__ __align__(32) complex_number roots[32];
__shared__ char outside[64]; /* of any function */

__global__ void fives(five *y, const five *x)
{
    y[T] = x[T];        //= load 20/4 store 20/4
    y[T + 32].c = 1;    //= store 20/4
    y[T + 64] = five(); //= store 20/4
}
__global__ void pixels(pixel *y, const pixel *x)
{
    y[T] = x[T]; //= load 4/1 store 4/1
}
__global__ void triple_doubles(double3 *y, const double3 *x)
{
    y[T] = x[T]; //= load 24/8 store 24/8
}
__global__ void vertices(vertex *y, const vertex *x)
{
    y[T] = x[T]; //= load 16/8 store 16/8
}

/* in shared memory half a warp at a time, 4 words apart: 16 lanes on 8 x 2 banks, 2 of each */
__global__ void complex_numbers(complex_number *y)
{
    __shared__ complex_number s[64];
    s[T] = y[T]; //= load 16/8 store.s 2
    __syncthreads();
    y[T] = s[2 * T]; //= load.s 6 store 16/8
    y[T] = roots[T]; //= load 16/8 store 16/8
}

/* a vector of constants is also stored by one instruction */
__global__ void constant_vectors(float4 *y)
{
    y[2 * T] = make_float4(0, 0, 0, 0); //= store 32/16
}

/* four stores of 4 bytes, 16 apart, not one of 16 */
__global__ void cleared(float *y)
{
    for (int k = 0; k < 4; k++)
        y[4 * T + k] = 0; //= store 16/4
}

/* what all threads load first of all is not loaded before them */
__global__ void first_of_all(float *y, const float *x)
{
    y[T] = x[0]; //= load 1/1 store 4/4
}

/* memory that the host gives back in the stream, as it does before the kernel has run */
__global__ void given_back(float *y)
{
    y[T] = 1; //= store 4/4
}

/* ---- more of the same, together ------------------------------------------------------------- */

/* bytes 2048 down to 1800: sectors 56 to 64 */
__global__ void backwards_by_two(float *y, const float *x)
{
    y[T] = x[512 - 2 * T]; //= load 9/4 store 4/4
}

/* 12 x 8 threads, a matrix 16 wide: rows of 48 bytes, 64 apart. A warp has 12 + 12 + 8 lanes in 2 +
 * 2 + 1 sectors, or 4 + 12 + 12 + 4 in 1 + 2 + 2 + 1, or 8 + 12 + 12 in 2 + 2 + 2 */
__global__ void rows_of_12(float *y, const float *x)
{
    int i = threadIdx.y * 16 + T;
    y[i] = x[i]; //= load 5.66667/4 store 5.66667/4
}

/* the branch is the block's: the lines stay apart */
__global__ void by_block(float *y, const float *x)
{
    if (blockIdx.x % 2)
        y[G] = x[G]; //= load 4/4 store 4/4
    else
        y[2 * G] = x[2 * G]; //= load 8/4 store 8/4
}

/* lanes 0 .. 3; 4 .. 11 from 32 to 92; odd ones from 52 to 127: the same load twice, apart */
__global__ void one_of_three(float *y, const float *x)
{
    float v = 0;
    if (T < 4)
        v = x[T]; //= load 1/1
    else if (T < 12)
        v = x[2 * T]; //= load 2/1
    else if (T % 2)
        v = x[T]; //= load 3/2
    y[T] = v;     //= store 4/4
}

/* the second only where the first is true: x[i] is i % 4, so 16 lanes, from 12 to 128 */
__global__ void both_true(float *y, const int *x)
{
    if (x[T] > 1 &&   //= load 4/4
        x[T + 1] > 2) //= load 5/2
        y[T] = 1;     //= store 4/1
}

/* six loads of each lane in four trips around, but not on the same ones: a guess. On each lanes
 * come to 4 addresses apart: 13 sectors or so */
__global__ void as_many_in_all(float *y, const float *x, int n)
{
    float sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < (i + T) % 4; j++)
            sum += x[T + i * 32 + j * 128]; //= load 13.3333/4~
    y[T] = sum;                             //= store 4/4
}

/* one function, two calls of all lanes */
__device__ __noinline__ float element(const float *x, int i)
{
    return x[i]; //= load 6/4
}
__global__ void two_calls(float *y, const float *x)
{
    y[T] = element(x, T) + element(x, 2 * T); //= store 4/4
}

/* halves: two lanes a word; 4 apart: words 2 apart; 64 apart: one bank */
__global__ void halves_in_shared(half *y)
{
    __shared__ half s[2048];
    s[T] = y[T];      //= load 2/2 store.s 0
    s[4 * T] = y[T];  //= load 2/2 store.s 1
    s[64 * T] = y[T]; //= load 2/2 store.s 31
    __syncthreads();
    y[T + 1] = s[2 * T]; //= load.s 0 store 3/2
}

/* a quarter of a warp has 8 lanes, whose rows of 8 float4 begin in one bank, and of 9 do not; the
 * same with float2: halves of 16 lanes, 4 words apart: 2 of each bank; 8 lanes, 8 apart: too */
__global__ void columns_of_vectors(float *y)
{
    __shared__ float4 narrow[8][8], padded[8][9];
    __shared__ float2 pairs[64];
    narrow[T % 8][T / 8] = make_float4(T, 1, 2, 3); //= store.s 28
    padded[T % 8][T / 8] = make_float4(T, 1, 2, 3); //= store.s 0
    pairs[2 * T] = make_float2(T, 1);               //= store.s 2
    if (T < 8)
        pairs[4 * T] = make_float2(T, 1); //= store.s 1
    y[T] = 1;                             //= store 4/4
}

/* doubles 3 apart: words 6 T, 16 different banks; 4 apart: words 8 T, four banks, 4 of each */
__global__ void two_types(double *y)
{
    extern __shared__ float s[];
    double *d = (double *)(s + 64);
    s[T] = T;         //= store.s 0
    d[3 * T] = T;     //= store.s 0
    d[4 * T + 1] = T; //= store.s 6
    outside[T] = T;   //= store.s 0
    y[T] = 1;         //= store 8/8
}

/* ---- copies beside the threads -------------------------------------------------------------- */

/* One instruction loads and stores. 16 bytes each: 512 bytes, 16 sectors, 4 wavefronts where 4
 * would do; then rows of 20 words, of which 16 are stored: 8 lanes store words 0 to 15 and 20 to
 * 35, and words 32 to 35 lie in the banks of 0 to 3, so each of the 4 takes a wavefront more. */
__global__ void copied_beside(float *y, const float *x)
{
    __shared__ float4 s[32], rows[8][5];
    __pipeline_memcpy_async(&s[T], &x[4 * T], 16);               //= load 16/16 store.s 0
    __pipeline_memcpy_async(&rows[T / 4][T % 4], &x[4 * T], 16); //= load 16/16 store.s 4
    __pipeline_commit();
    __pipeline_wait_prior(0);
    y[T] = s[T].x + rows[T / 4][T % 4].x; //= load.s 3 store 4/4
}

/* Lanes 8 and up are past the end: zeroes need no load, 8 floats are a sector. */
__global__ void copied_or_zero(float *y, const float *x)
{
    __shared__ float s[32];
    __pipeline_memcpy_async(&s[T], &x[T], 4, T < 8 ? 0 : 4); //= load 1/1 store.s 0
    __pipeline_commit();
    __pipeline_wait_prior(0);
    y[T] = s[T]; //= load.s 0 store 4/4
}

int main(void)
{
    char *x, *y;
    cudaMalloc((void **)&x, 1 << 20);
    cudaMalloc((void **)&y, 1 << 20);
    cudaMemset(x, 0, 1 << 20);
#define F (float *)y, (float *)x
    contiguous<<<4, 64>>>(F);
    stride_2<<<1, 32>>>(F);
    stride_3<<<1, 32>>>(F);
    stride_4<<<1, 32>>>(F);
    stride_8<<<1, 32>>>(F);
    stride_16<<<1, 32>>>(F);
    stride_32<<<1, 32>>>(F);
    stride_64<<<1, 32>>>(F);
    offset_by_one<<<1, 32>>>(F);
    offset_by_a_sector<<<1, 32>>>(F);
    reversed<<<1, 32>>>(F);
    permuted<<<1, 32>>>(F);
    broadcast<<<3, 32>>>(F);
    shared_by_two<<<1, 32>>>(F);
    two_far_apart<<<1, 32>>>(F);
    scattered<<<1, 32>>>(F);
    bytes<<<1, 32>>>(y, x);
    bytes_apart<<<1, 32>>>(y, x);
    halves<<<1, 32>>>((half *)y, (half *)x);
    pairs_of_halves<<<1, 32>>>((half2 *)y, (half2 *)x);
    doubles<<<2, 64>>>((double *)y, (double *)x);
    doubles_apart<<<1, 32>>>((double *)y, (double *)x);
    float2s<<<1, 32>>>((float2 *)y, (float2 *)x);
    float4s<<<1, 32>>>((float4 *)y, (float4 *)x);
    float4s_changed<<<1, 32>>>((float4 *)y, (float4 *)x);
    float4_member<<<1, 32>>>((float *)y, (float4 *)x);
    float4_cast<<<1, 32>>>(F);
    float4s_apart<<<1, 32>>>((float4 *)y, (float4 *)x);
    triples<<<1, 32>>>((float *)y, (triple *)x);
    array_of_structures<<<1, 32>>>((float *)y, (particle *)x);
    structure_of_arrays<<<1, 32>>>(F);
    partial_last_warp<<<1, 40>>>(F);
    guarded<<<1, 64>>>(F, 44);
    early_return<<<1, 64>>>(F, 44);
    divergent<<<1, 32>>>(F);
    divergent_halves<<<1, 32>>>(F);
    one_lane<<<1, 32>>>(F);
    rows_of_32<<<1, dim3(32, 8)>>>(F);
    rows_of_16<<<1, dim3(16, 16)>>>(F);
    rows_of_8<<<1, dim3(8, 8)>>>(F);
    rows_of_4<<<1, dim3(4, 8)>>>(F);
    rows_of_33<<<1, dim3(33, 3)>>>(F);
    columns_of_16<<<1, dim3(16, 16)>>>(F);
    row_of_a<<<1, dim3(16, 16)>>>(F);
    down_columns<<<2, 32>>>(F);
    along_rows<<<1, 32>>>(F, 9);
    as_many_as_lanes<<<1, 32>>>(F);
    one_after_the_other<<<1, 32>>>(F);
    shifted<<<1, 32>>>(F, 40);
    by_turns<<<1, 32>>>(F, 6);
    same_trips<<<8, 64>>>(F, 9);
    added<<<1, 32>>>(F);
    four_ways<<<1, 32>>>(F);
    variables<<<1, 32>>>((float *)y);
    copied_beside<<<1, 32>>>(F);
    copied_or_zero<<<1, 32>>>(F);
    atomics_apart<<<1, 32>>>((int *)y);
    atomics_on_one<<<1, 32>>>((int *)y);
    atomics_of_float<<<4, 32>>>((float *)y);
    atomics_max<<<1, 32>>>((int *)y);
    atomics_in_shared<<<1, 32>>>((int *)y);
    tile_32<<<1, dim3(32, 32)>>>((float *)y);
    tile_33<<<1, dim3(32, 32)>>>((float *)y);
    tile_16<<<1, dim3(16, 16)>>>((float *)y);
    tile_17<<<1, dim3(16, 16)>>>((float *)y);
    conflicts<<<1, 32>>>((float *)y);
    same_words<<<1, 32>>>((float *)y);
    inner_loop<<<1, dim3(16, 16)>>>((float *)y);
    bytes_in_shared<<<1, 32>>>(y);
    doubles_in_shared<<<1, 32>>>((double *)y);
    float4s_in_shared<<<1, 32>>>((float4 *)y, (float4 *)x);
    pairs_in_shared<<<1, 32>>>((float4 *)y, (float4 *)x);
    padded_doubles<<<1, dim3(32, 32)>>>((double *)y);
    dynamic<<<1, 32, 256>>>((float *)y);
    half_a_warp<<<1, 32>>>((float *)y);
    tree<<<1, 128>>>(F);
    shuffled<<<1, 32>>>(F);
    in_a_function<<<1, 32>>>(F);
    fives<<<1, 32>>>((five *)y, (five *)x);
    pixels<<<1, 32>>>((pixel *)y, (pixel *)x);
    triple_doubles<<<1, 32>>>((double3 *)y, (double3 *)x);
    vertices<<<1, 32>>>((vertex *)y, (vertex *)x);
    complex_numbers<<<1, 32>>>((complex_number *)y);
    constant_vectors<<<1, 32>>>((float4 *)y);
    cleared<<<1, 32>>>((float *)y);
    backwards_by_two<<<1, 32>>>(F);
    rows_of_12<<<1, dim3(12, 8)>>>(F);
    by_block<<<4, 32>>>(F);
    one_of_three<<<1, 32>>>(F);
    as_many_in_all<<<1, 32>>>(F, 4);
    two_calls<<<1, 32>>>(F);
    halves_in_shared<<<1, 32>>>((half *)y);
    columns_of_vectors<<<1, 32>>>((float *)y);
    two_types<<<1, 32, 4096>>>((double *)y);
    int i_mod_4[64];
    for (int i = 0; i < 64; i++)
        i_mod_4[i] = i % 4;
    cudaMemcpy(x, i_mod_4, sizeof i_mod_4, cudaMemcpyHostToDevice);
    both_true<<<1, 32>>>((float *)y, (int *)x);
    first_of_all<<<1, 32>>>(F);
    void *scratch;
    cudaMallocAsync(&scratch, 128, 0);
    given_back<<<1, 32>>>((float *)scratch);
    cudaFreeAsync(scratch, 0);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
    cudaFree(x);
    cudaFree(y);
    return error != cudaSuccess;
}
