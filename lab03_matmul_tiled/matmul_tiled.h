/* Lab 3 - tiled matrix product: C = A B. The contract between the kernels (matmul_tiled.cu, yours)
 * and the experiment (lab03.cu).
 *
 * Shapes: A is m x k, B is k x n, C is m x n; float32, row-major, no padding between rows, so
 * C[i][j] is d_c[i * n + j]. 1 <= m, n, k <= 2^30, each product of two of them < 2^31; none need be
 * a multiple of anything, nor equal: with k = 147 the rows of A do not start at a multiple of 16
 * bytes. d_ pointers lie on the device, aligned to 256 bytes, and do not overlap. A launcher writes
 * all of C and nothing else, not even A or B; it launches on the default stream and does not wait
 * for the kernel. Each element of C is within (k + 16) 2^-23 max|A| max|B| of the exact sum, so
 * sums in float may have any order. */
#ifndef MATMUL_TILED_H
#define MATMUL_TILED_H

#include "common/cuda_check.h"

void matmul_tiled_v1(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
void matmul_tiled_ex31(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
void matmul_tiled_ex32(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);
void matmul_tiled_ex33(float *d_c, const float *d_a, const float *d_b, int m, int n, int k);

/* Beyond the exercises: not in the lab. */
void matmul_tiled_warps(float *d_c, const float *d_a, const float *d_b, int m, int n, int k)
    __attribute__((weak));

#endif
