/* The matrix product as a problem of the engine, for every lab that multiplies: C = A B, float32,
 * row-major, no padding between rows; A is m x k, B is k x n, C is m x n. */
#pragma once

#include "common/engine/engine.h"

/* What is timed: the default of --size, and the sizes of --sweep. */
#ifdef HAVE_CUBLAS /* built for a GPU */
#define GEMM_SIZE  2048
#define GEMM_SWEEP "2^6,2^7,2^8,2^9,2^10,2^11,2^12"
#else /* for the CPU device, which takes a hundred times as long */
#define GEMM_SIZE  512
#define GEMM_SWEEP "2^5,2^6,2^7,2^8,2^9,2^10"
#endif

/* 2 m n k operations, and at least 4 (m k + k n + m n) bytes: A and B read, C written, once. */
struct problem gemm_problem(const struct shape *shape);

/* The same, A, B and C stored as halves: each element of C is rounded to a half once. */
struct problem gemm_problem_half(const struct shape *shape);

struct shape gemm_cube(long long size, int); /* m = n = k */

/* Shapes where kernels usually fail: one more and one less than a tile, rows that do not begin at a
 * multiple of 16 bytes (k = 147), primes, ones; and shapes that are even but no whole number of
 * tiles, for kernels that have a faster way where everything is a multiple of two or four. */
extern const struct shape gemm_awkward[];

/* More than 128 x 65,535 rows and columns, and more than 32 x 65,535 products in a sum. */
extern const struct shape gemm_grids[];

/* Odd shapes drawn anew in each run, each number as often between 200 and 400 as between 20,000 and
 * 40,000: a small one; one long in m, one in n, one in k, past what a short can count; one with
 * more than 16 x 65,535 rows, since a grid's y ends at 65,535; one above the timed size; and one
 * with m, one with n, two with k anywhere between small and long. Left out with --quick, because
 * the CPU device is slow at them: more than 64 x 65,535 rows, more than 32 x 65,535 columns, more
 * than 2^24 elements. */
#define GEMM_DRAWS       13
#define GEMM_QUICK_DRAWS 10
struct shape gemm_draw(int which, long long size, struct random *random);

/* Compares with sums in double precision; see check_gemm. */
void gemm_compare(struct check *check, const struct problem *p, const struct version *version);

/* Calls a function with the arrays of the problem, which are f32 or f16: on the device for what
 * runs there, otherwise on the host. */
#define GEMM_RUN(type, multiply)                                                                   \
    [](const struct problem *p) { multiply(p->c.type, p->a.type, p->b.type, p->m, p->n, p->k); }

/* Versions, of floats or, but for gemm_blas, of halves. On the CPU what a GPU has to beat, with
 * SIMD and the caches, of one core or of all (gemm_cpu.h). Of libraries; NULL where they are not
 * there. */
void gemm_on_cpu(const struct problem *p);
void gemm_blas(const struct problem *p) __attribute__((weak)); /* OpenBLAS, on all its threads */
void gemm_cublas(const struct problem *p) __attribute__((weak));

/* What a program pays when its data lie on the host. The last copy waits for the kernel. */
stopwatch gemm_with_transfers;
