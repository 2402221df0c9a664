/* The honest CPU product that a GPU is measured against. */
#ifndef GEMM_CPU_H
#define GEMM_CPU_H

#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* C = A B, float32, row-major, no padding between rows: A is m x k, B is k x n, C is m x n; m, n, k
 * are any numbers from 1. Runs on all OpenMP threads. Returns 0, or -1 (C untouched) without memory
 * for the packed panels. */
int gemm_cpu(float *c, const float *a, const float *b, int m, int n, int k);

/* The same with an A that is made when it is needed: row writes the numbers k0 .. k0 + count - 1 of
 * row i, of the k that a row has. Several threads call it. */
typedef void gemm_row(float *to, const void *a, long i, long k0, long count, long k);
int gemm_cpu_rows(float *c, gemm_row *row, const void *a, const float *b, long m, long n, long k);

__END_DECLS

#endif
