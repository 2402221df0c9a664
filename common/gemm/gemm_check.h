/* Checks whether C is the product of A and B. */
#pragma once

#include "common/engine/check.h"

__BEGIN_DECLS

/* float32, row-major, no padding between rows: A is m x k, B is k x n, C is m x n; the elements of
 * A are at most max_a in size, those of B at most max_b. `rounding` is the relative error that C
 * may have beside that of the sum: 2^-11 for halves, 0 for floats. Compares with sums in double
 * precision: up to 2^27 operations every element; beyond that 64 rows by element, and all rows by a
 * random sum, which takes m (n + k) operations. */
void check_gemm(struct check *check, const float *c, const float *a, const float *b, int m, int n,
                int k, double max_a, double max_b, double rounding);

/* The product itself, float32, with sums in double precision that are rounded once: what check_gemm
 * compares with. On all threads. */
void gemm_in_double(float *c, const float *a, const float *b, int m, int n, int k);

__END_DECLS
