/* The matrix product as a problem of the engine, for every lab that multiplies: C = A B, float32,
 * row-major, no padding between rows; A is m x k, B is k x n, C is m x n. */
#pragma once

#include "common/engine/engine.h"

/* What is timed: the default of --size, and the sizes of --sweep. */
#define GEMM_GPU_SIZE 2048
#ifdef BUILT_FOR_GPU
#define GEMM_SIZE  GEMM_GPU_SIZE
#define GEMM_SWEEP "2^6,2^7,2^8,2^9,2^10,2^11,2^12"
#else /* the CPU device takes a hundred times as long */
#define GEMM_SIZE  512
#define GEMM_SWEEP "2^5,2^6,2^7,2^8,2^9,2^10"
#endif

/* Makes p a product of its shape's m, n and k: 2 m n k operations, and at least 4 (m k + k n + m n)
 * bytes: A and B read, C written, once. */
void gemm_problem(struct problem *p);

void gemm_problem_of(struct problem *p, enum dtype dtype); /* A, B and C: floats or halves */

struct shape gemm_cube(long long size); /* m = n = k */

/* Shapes where kernels usually fail: one more and one less than a tile, rows that do not begin at a
 * multiple of 16 bytes (k = 147), primes, ones; and shapes that are even but no whole number of
 * tiles, for kernels that have a faster way where everything is a multiple of two or four. */
extern const struct shape gemm_awkward[];

/* More than 128 x 65,535 rows and columns, and more than 32 x 65,535 products in a sum. */
extern const struct shape gemm_grids[];

/* Odd shapes drawn anew in each run, each number as often between 200 and 400 as between 20,000 and
 * 40,000: a small one; one long in m, one in n, one in k, past what a short can count; one with
 * more than 16 x 65,535 rows, since a grid's y ends at 65,535; one near the timed size; and one
 * with m, one with n, two with k anywhere between small and long. Left out with --quick, because
 * the CPU device is slow at them: more than 64 x 65,535 rows; more than 16 x 65,535 columns and
 * 2^24 elements; more than 32 x 65,535 columns; more than 2^24 elements in as many rows as columns.
 */
#define GEMM_DRAWS       14
#define GEMM_QUICK_DRAWS 10
struct shape gemm_draw(int which, long long size, struct random *random);
/* Tiles of 16 rows need no 4 million of them: 1,048,577 are 65,537 blocks. So it is with columns.
 */
extern const int gemm_unless[];

/* The shapes of every lab with a product, and how to draw one of them. */
#define GEMM_SHAPES                                                                                \
    {                                                                                              \
        .awkward = gemm_awkward, .grids = gemm_grids, .draw = gemm_draw, .draws = GEMM_DRAWS,      \
        .quick_draws = GEMM_QUICK_DRAWS, .unless = gemm_unless, .in_part = true                    \
    }

/* What C must be, as a lab writes it: plain loops, sums in double precision, rounded once. */
typedef void gemm_reference(float *c, const float *a, const float *b, int m, int n, int k);

/* Compares C with it. Large products are compared with faster sums (check_gemm); small ones prove
 * both equal to the bit, or the program ends. */
void gemm_compare(struct check *check, const struct problem *p, gemm_reference *reference);

/* By libraries, for floats and halves; NULL without the library. */
void gemm_blas(const struct problem *p) __attribute__((weak)); /* OpenBLAS, floats only */
void gemm_cublas(const struct problem *p) __attribute__((weak));

/* What a program pays when its data lie on the host. The last copy waits for the kernel. */
stopwatch gemm_with_transfers;
