/* The matrix product as a problem of the engine, for labs 02, 03 and 06: C = A B, float32,
 * row-major, no padding between rows; A is m x k, B is k x n, C is m x n. */
#ifndef GEMM_H
#define GEMM_H

#include "engine.h"

/* 2 m n k operations, and at least 4 (m k + k n + m n) bytes: A and B read, C written, once. */
struct problem gemm_problem(const struct shape *shape);

struct shape gemm_cube(long long size); /* m = n = k */

/* Shapes where kernels usually fail: one more and one less than a tile, rows that do not begin at a
 * multiple of 16 bytes (k = 147), primes, ones; so many rows that a grid's y cannot count them. */
extern const struct shape gemm_awkward[];

/* And others in each run: small ones; one that is long in m, in n, in k, or has more rows than 16
 * times what a grid's y can count; one beyond the size that is timed. What takes longer on the CPU
 * device is left out with --quick: more rows than 32 times that, more columns than 16 times that,
 * more than 2^24 elements. All odd. */
#define GEMM_DRAWS       9
#define GEMM_QUICK_DRAWS 6
struct shape gemm_draw(int which, long long size, struct random *random);

/* With sums in double precision; see check_gemm. */
void gemm_compare(struct check *check, const struct problem *p, const struct version *version);

/* What a GPU has to beat: every SIMD lane and every cache, of one core or of all (gemm_cpu.h). */
void gemm_on_cpu(float *c, const float *a, const float *b, int m, int n, int k);

#endif
