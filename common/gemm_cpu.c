/* C = A B on all the cores of a CPU: short, readable, and an honest opponent for a GPU.
 *
 * The plain triple loop waits for memory: each multiply-add fetches two numbers. But a product uses
 * every number of A n times and every number of B m times, so use it again while it is near:
 *
 *   in the caches   A slab, KC columns of A and the KC rows of B that they meet, is copied
 * ("packed") into panels that lie in the order in which they will be read: no strides, and zeros at
 * the ragged edges. Per k a panel holds MR numbers of A or NR of B. in L2, L1       A block, MC
 * rows of the packed A, stays in L2 while B passes panel by panel; a panel of B stays in L1 for all
 * panels of the block. One block by one panel of B is a task, and a thread that is done takes the
 * next. in registers    A tile, MR x NR of C, is summed in registers: a step in k loads MR + NR
 * numbers and does MR x NR multiply-adds with them. The first slab's sums are stored in C, those of
 * the others are added.
 *
 * The scheme is Goto's: K. Goto and R. van de Geijn, "Anatomy of high-performance matrix
 * multiplication", ACM TOMS 34(3), 2008; with all but the innermost loops in portable C as in
 * F. Van Zee and R. van de Geijn, "BLIS", ACM TOMS 41(3), 2015. */
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

/* A long KC reads and writes C less often; KC (MR + NR) floats should be near L1, KC MC in L2, and
 * a slab, at most KC (SLAB + SLAB), in L3. Found by trial, and none of them is sharp. */
enum { NR = 2 * LANES, KC = 1024, MC = 98, SLAB = 4096 };

typedef float vec __attribute__((vector_size(4 * LANES), may_alias)); /* in registers and panels */
typedef vec loose_vec __attribute__((aligned(4)));                    /* anywhere in C */

/* A loop over the rows of a tile must be unrolled, or its sums would live in memory. */
#define UNROLL _Pragma("GCC unroll 16")

static long least(long x, long y)
{
    return x < y ? x : y;
}

/* n cut into equal parts of at most `most`: their size, rounded up to a multiple of `unit` */
static long part(long n, long most, long unit)
{
    long parts = (n + most - 1) / most, size = (n + parts - 1) / parts;
    return (size + unit - 1) / unit * unit;
}

/* rows x kc of A, column after column; missing rows are zero */
static void pack_a(float *panel, const float *a, long lda, long rows, long kc)
{
    for (long k = 0; k < kc; k++, panel += MR)
        if (rows == MR) {
            UNROLL
            for (long i = 0; i < MR; i++)
                panel[i] = a[i * lda + k];
        } else
            for (long i = 0; i < MR; i++)
                panel[i] = i < rows ? a[i * lda + k] : 0;
}

/* kc x cols of B, row after row; missing columns are zero */
static void pack_b(float *panel, const float *b, long ldb, long cols, long kc)
{
    for (long k = 0; k < kc; k++, panel += NR, b += ldb)
        if (cols == NR)
            memcpy(panel, b, NR * sizeof(*b));
        else
            for (long j = 0; j < NR; j++)
                panel[j] = j < cols ? b[j] : 0;
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
    for (long k = 0; k < kc; k++, a += MR, b += NR) {
        vec b0 = *(const vec *)b, b1 = *(const vec *)(b + LANES);
        UNROLL
        for (long i = 0; i < rows; i++) {
            sum[i][0] += a[i] * b0;
            sum[i][1] += a[i] * b1;
        }
    }
    UNROLL
    for (long i = 0; i < rows; i++) {
        loose_vec *row = (loose_vec *)&tile[i * ldc];
        if (add) {
            sum[i][0] += row[0];
            sum[i][1] += row[1];
        }
        row[0] = sum[i][0];
        row[1] = sum[i][1];
    }
}

/* A task: rows x cols of C from a block of A and a panel of B. At the edges of C a tile is made
 * whole beside it, and what exists of it is copied. */
static void block_by_panel(float *c, long ldc, long rows, long cols, const float *a, const float *b,
                           long kc, int add)
{
    for (long i0 = 0; i0 < rows; i0 += MR) {
        float *tile = c + i0 * ldc, whole[MR * NR];
        const float *panel = a + i0 * kc;

        if (rows - i0 >= MR && cols == NR) {
            kernel(MR, tile, ldc, panel, b, kc, add);
            continue;
        }
        if (rows - i0 <= MR / 2)
            kernel(MR / 2, whole, NR, panel, b, kc, 0);
        else
            kernel(MR, whole, NR, panel, b, kc, 0);
        for (long i = 0; i < least(MR, rows - i0); i++)
            for (long j = 0; j < cols; j++)
                tile[i * ldc + j] = whole[i * NR + j] + (add ? tile[i * ldc + j] : 0);
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

int gemm_cpu(float *c, const float *a, const float *b, int m, int n, int k)
{
    /* the slab: mb rows of A, nb columns of B, kb deep; a block: mc rows, fewer if tasks are few */
    const long mb = part(m, SLAB, MR), nb = part(n, SLAB, NR), kb = part(k, KC, 1);
    const long fair = mb * (nb / NR) / (4 * omp_get_max_threads()) + 1;
    const long mc = part(mb, least(MC, fair), MR);
    float *const packed_b = scratch_of(kb * (nb + mb));

    if (!packed_b)
        return -1;
    float *const packed_a = packed_b + kb * nb;

    /* A thread costs microseconds: below some 60 x 60 x 60 one is quicker than two. */
#pragma omp parallel if ((double)m * n * k > 2e5)
    for (long j0 = 0; j0 < n; j0 += nb) {
        for (long k0 = 0; k0 < k; k0 += kb) {
            const long cols = least(nb, n - j0), kc = least(kb, k - k0);
#pragma omp for nowait
            for (long j = 0; j < cols; j += NR)
                pack_b(packed_b + j * kc, b + k0 * n + j0 + j, n, least(NR, cols - j), kc);
            for (long i0 = 0; i0 < m; i0 += mb) {
                const long rows = least(mb, m - i0);
#pragma omp for
                for (long i = 0; i < rows; i += MR)
                    pack_a(packed_a + i * kc, a + (i0 + i) * k + k0, k, least(MR, rows - i), kc);
#pragma omp for collapse(2) schedule(dynamic)
                for (long i = 0; i < rows; i += mc)
                    for (long j = 0; j < cols; j += NR)
                        block_by_panel(c + (i0 + i) * n + j0 + j, n, least(mc, rows - i),
                                       least(NR, cols - j), packed_a + i * kc, packed_b + j * kc,
                                       kc, k0 > 0);
            }
        }
    }
    return 0;
}
