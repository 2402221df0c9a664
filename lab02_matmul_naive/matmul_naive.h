/* Lab 2 - naive matrix product: C = A B. The contract between the kernels (matmul_naive.cu, yours)
 * and the experiment (lab02.cu).
 *
 * Shapes: A is m x k, B is k x n, C is m x n; float32, row-major, no padding between rows, so
 * C[i][j] is d_c[i * n + j]. 1 <= m, n, k <= 2^30, each product of two of them < 2^31; none need be
 * a multiple of anything, nor equal. d_ pointers lie on the device, aligned to 256 bytes, and do
 * not overlap. A launcher writes all of C and nothing else, not even A or B; it launches on the
 * default stream and does not wait for the kernel. Each element of C is within
 * (k + 16) 2^-23 max|A| max|B| of the exact sum, so sums in float may have any order. */
#ifndef MATMUL_NAIVE_H
#define MATMUL_NAIVE_H

#include "common/cuda_check.h"

void matmul_naive_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
void matmul_naive_ex21(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
void matmul_naive_ex22(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);

#endif
