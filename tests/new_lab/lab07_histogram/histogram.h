/* Lab 7 - histogram: how often each of 256 values comes up. The contract between the kernels
 * (histogram.cu, yours) and the experiment (lab07.cu).
 *
 * Shapes: d_a has n ints, contiguous, 1 <= n <= 2^28, of any value, negative ones too; n need not
 * be a multiple of anything. d_bins has BINS counts. Both pointers lie on the device, aligned to
 * 256 bytes, and do not overlap. A launcher sets d_bins[b] to the number of elements x of a whose
 * last eight bits, x & 255, are b; d_bins holds anything before. It changes no element of a,
 * launches on the default stream and does not wait. */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include "common/cuda_check.h"

#define BINS 256

void histogram_v1(unsigned *d_bins, const int *d_a, int n);
void histogram_ex71(unsigned *d_bins, const int *d_a, int n);

#endif
