/* Lab 7 - reduction: the sum of n floats. The contract between the kernels (reduction.cu, yours)
 * and the experiment (lab07.cu).
 *
 * Shapes: d_a has n floats, contiguous, 1 <= n <= 2^26; n need not be a multiple of anything. Both
 * pointers lie on the device, aligned to 256 bytes, and do not overlap. A launcher writes the sum
 * to d_sum[0], which holds anything before, changes no element of a, launches on the default stream
 * and does not wait. */
#ifndef REDUCTION_H
#define REDUCTION_H

#include "common/cuda_check.h"

void reduction_v1(float *d_sum, const float *d_a, int n);
void reduction_ex71(float *d_sum, const float *d_a, int n);

#endif
