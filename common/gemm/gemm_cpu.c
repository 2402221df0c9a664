/* C = A B on all the cores of a CPU: short, readable, and an honest opponent for a GPU.
 *
 * The plain triple loop waits for memory: each multiply-add fetches two numbers. But a product uses
 * every number of A n times and every number of B m times, so use it again while it is near.
 *
 * In the caches: a thread takes a part of C, MC rows and some columns, and MC rows and KC columns
 * of A to a place in L2. They stay there while B passes: NR columns of it at a time, KC rows high,
 * are copied ("packed") into a panel that lies in L1 in the order in which it will be read. A few
 * panels are copied together, because a longer piece of a row of B comes faster from memory. Nobody
 * waits for another thread; that some copy the same numbers costs less.
 *
 * In registers: a tile, MR x NR of C, is summed in registers. A step in k loads MR + NR numbers and
 * does MR x NR multiply-adds with them. The first block's sums are stored in C, those of the next
 * columns of A are added.
 *
 * The scheme is Goto's: K. Goto and R. van de Geijn, "Anatomy of high-performance matrix
 * multiplication", ACM TOMS 34(3), 2008; with all but the innermost loops in portable C as in
 * F. Van Zee and R. van de Geijn, "BLIS", ACM TOMS 41(3), 2015. A block's rows are copied as they
 * are, not turned into columns: so whoever has A in another form (halves, an image) writes a row
 * of it when it is needed. */
#include "gemm_cpu.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

/* With -std=c11 gcc would round each product before it adds it: half the speed. clang fuses. */
#ifndef __clang__
#pragma GCC optimize("fp-contract=fast")
#endif

/* A tile is MR rows of two vectors. These 2 MR sums, two vectors of B and a number of A must fit in
 * the vector registers: 32 with AVX-512 and on aarch64, where gcc takes several numbers of A at a
 * time, and 16 with AVX and with SSE. */
#if defined(__AVX512F__)
enum { LANES = 16, MR = 14 };
#elif defined(__AVX__)
enum { LANES = 8, MR = 6 };
#elif defined(__aarch64__)
enum { LANES = 4, MR = 10 };
#else
enum { LANES = 4, MR = 6 };
#endif

/* A long KC reads and writes C less often; a tile's rows of A and its panel of B, KC (MR + NR)
 * floats, should be near L1, and a block of A, KC MC, in L2. Found by trial, and none of them is
 * sharp. Rows of a block lie STEP floats apart, an odd number of cache lines, so that they do not
 * share a set of L1. */
enum { NR = 2 * LANES, KC = 384, STEP = KC + 16, MC = 196, PANELS = 4, PANEL = KC * NR };

typedef float vec __attribute__((vector_size(4 * LANES), may_alias)); /* in registers and panels */
typedef vec loose_vec __attribute__((aligned(4)));                    /* anywhere in C */

/* A loop over the rows of a tile must be unrolled, or its sums would live in memory. */
#define UNROLL _Pragma("GCC unroll 16")

static long least(long x, long y) { return x < y ? x : y; }

/* n cut into equal parts of at most `at_most`: their size, rounded up to a multiple of `unit` */
static long part(long n, long at_most, long unit)
{
    long parts = (n + at_most - 1) / at_most, size = (n + parts - 1) / parts;
    return (size + unit - 1) / unit * unit;
}

/* kc x cols of B into panels of NR columns, each row after row; missing columns are zero */
static void pack_b(float *panels, const float *b, long ldb, long cols, long kc)
{
    for (long k = 0; k < kc; k++, panels += NR, b += ldb)
        for (long j0 = 0; j0 < cols; j0 += NR) {
            float *to = panels + j0 / NR * PANEL;

            if (cols - j0 >= NR)
                memcpy(to, b + j0, NR * sizeof(*b));
            else
                for (long j = 0; j < NR; j++)
                    to[j] = j0 + j < cols ? b[j0 + j] : 0;
        }
}

/* The kernel: tile (rows x NR, rows ldc apart) = panel of A x panel of B, plus itself when `add`.
 * Inlined, so that `rows` is a constant: MR, or half of them for the last rows of C. */
static inline __attribute__((always_inline)) void
kernel(const long rows, float *tile, long ldc, const float *a, const float *b, long kc, int add)
{
    vec sum[MR][2] = { 0 };

    for (long i = 0; i < rows; i++) { /* the tile is far away and needed last: send for it now */
        __builtin_prefetch(&tile[i * ldc], 1);
        __builtin_prefetch(&tile[i * ldc + NR - 1], 1);
    }
    for (long k = 0; k < kc; k++, b += NR) {
        vec b0 = *(const vec *)b, b1 = *(const vec *)(b + LANES);
        UNROLL
        for (long i = 0; i < rows; i++) {
            sum[i][0] += a[i * STEP + k] * b0;
            sum[i][1] += a[i * STEP + k] * b1;
        }
    }
    if (add) {
        UNROLL
        for (long i = 0; i < rows; i++) {
            sum[i][0] += *(loose_vec *)&tile[i * ldc];
            sum[i][1] += *(loose_vec *)&tile[i * ldc + LANES];
        }
    }
    UNROLL
    for (long i = 0; i < rows; i++) {
        *(loose_vec *)&tile[i * ldc] = sum[i][0];
        *(loose_vec *)&tile[i * ldc + LANES] = sum[i][1];
    }
}

/* rows x cols of C from a block of A and a panel of B. At the edges of C a tile is made whole
 * beside it, and what exists of it is copied; what is past the block's last row is harmless. */
static void block_by_panel(float *c, long ldc, long rows, long cols, const float *a, const float *b,
                           long kc, int add)
{
    for (long i0 = 0; i0 < rows; i0 += MR, a += MR * STEP, c += MR * ldc) {
        float whole[MR * NR];

        if (rows - i0 >= MR && cols == NR) {
            kernel(MR, c, ldc, a, b, kc, add);
            continue;
        }
        if (rows - i0 <= MR / 2)
            kernel(MR / 2, whole, NR, a, b, kc, 0);
        else
            kernel(MR, whole, NR, a, b, kc, 0);
        for (long i = 0; i < least(MR, rows - i0); i++)
            for (long j = 0; j < cols; j++)
                c[i * ldc + j] = whole[i * NR + j] + (add ? c[i * ldc + j] : 0);
    }
}

/* Room for `count` floats, kept from call to call: fresh memory would be mapped page by page while
 * it is packed, which can take as long as the product. */
static float *scratch_of(size_t count)
{
    static _Thread_local float *scratch;
    static _Thread_local size_t there;

    if (count > there) {
        free(scratch);
        there = count;
        if (posix_memalign((void **)&scratch, 64, count * sizeof(float))) {
            scratch = NULL;
            there = 0;
        }
    }
    return scratch;
}

static void plain_row(float *to, const void *a, long i, long k0, long count, long k)
{
    memcpy(to, (const float *)a + i * k + k0, count * sizeof(*to));
}

int gemm_cpu(float *c, const float *a, const float *b, int m, int n, int k)
{
    return gemm_cpu_rows(c, plain_row, a, b, m, n, k);
}

int gemm_cpu_rows(float *c, gemm_row *row, const void *a, const float *b, long m, long n, long k)
{
    const long threads = omp_get_max_threads();
    const long mc = part(m, MC, MR), blocks = (m + mc - 1) / mc, kc = part(k, KC, 1);
    const int alone = (double)m * n * k < 5e5; /* to start threads takes microseconds */
    long groups = 1; /* of columns, so that every thread has as much to do as the others */
    while (blocks * groups % threads && blocks * groups < 8 * threads)
        groups++;
    const long nc = part(n, (n + groups - 1) / groups, NR);
    const long room = PANELS * PANEL + mc * STEP; /* of a thread: panels of B, its block of A */
    float *const scratch = scratch_of(threads * room);

    if (!scratch)
        return -1;
#pragma omp parallel for collapse(2) schedule(dynamic) if (!alone)
    for (long i0 = 0; i0 < m; i0 += mc)
        for (long j0 = 0; j0 < n; j0 += nc) {
            float *const panels = scratch + omp_get_thread_num() * room;
            float *const block = panels + PANELS * PANEL;
            const long rows = least(mc, m - i0), end = least(j0 + nc, n);

            for (long k0 = 0; k0 < k; k0 += kc) {
                const long deep = least(kc, k - k0);
                for (long i = 0; i < rows; i++)
                    row(block + i * STEP, a, i0 + i, k0, deep, k);
                for (long j1 = j0; j1 < end; j1 += PANELS * NR) {
                    const long cols = least(PANELS * NR, end - j1);

                    pack_b(panels, b + k0 * n + j1, n, cols, deep);
                    for (long j = 0; j < cols; j += NR)
                        block_by_panel(c + i0 * n + j1 + j, n, rows, least(NR, cols - j), block,
                                       panels + j / NR * PANEL, deep, k0 > 0);
                }
            }
        }
    return 0;
}
