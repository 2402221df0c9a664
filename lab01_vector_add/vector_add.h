/* Lab 1 - vector add: c = a + b. The contract between the kernels (vector_add.cu, yours) and the
 * experiment (lab01.cu).
 *
 * Shapes: a, b and c have n floats each, contiguous, 1 <= n <= 2^30; n need not be a multiple of
 * anything. d_ pointers lie on the device, aligned to 256 bytes (as cudaMalloc returns them), and
 * do not overlap. A launcher writes c[0] .. c[n-1] and nothing else, not even a or b; it launches
 * on the default stream and does not wait for the kernel. Each c[i] is within 2^-23 |c[i]| of the
 * exact sum, as any addition of floats is. */
#ifndef VECTOR_ADD_H
#define VECTOR_ADD_H

#include "common/cuda_check.h"

void vector_add_v1(float *d_c, const float *d_a, const float *d_b, int n);
void vector_add_ex11(float *d_c, const float *d_a, const float *d_b, int n);
void vector_add_ex12(float *d_c, const float *d_a, const float *d_b, int n);

#endif
