/* Lab 4 - the reference, and the versions that are not exercises. Each counts the hits among
 * samples 0 .. samples-1 of a seed, as pi_montecarlo.h defines them. */
#ifndef PI_VERSIONS_H
#define PI_VERSIONS_H

#include "common/rows.h"

#define PI_CPU_SIZE (1LL << 32) /* the largest size that a CPU does in seconds */

/* The reference: pi_reference.cu. */
unsigned long long pi_reference(unsigned long long samples, unsigned long long seed);

/* The standard error of 4 hits / samples as an estimate of pi; and how the error of these rows
 * falls with the number of samples. */
double pi_standard_error(long long samples);
void pi_report_error(const struct rows *rows);

/* On all OpenMP threads, every SIMD lane: pi_cpu.cu. Writes hits[0], on the host. */
void pi_cpu(unsigned long long *hits, unsigned long long samples, unsigned long long seed);

/* As an array library does it: pi_arrays.cu. Writes d_hits[0]. It takes 9 bytes on the device for
 * each of PI_PIECE samples. */
#define PI_PIECE (1 << 24)
void pi_arrays(unsigned long long *d_hits, unsigned long long samples, unsigned long long seed);

/* Two libraries of the CUDA toolkit, where it is there: pi_libraries.cu. cuRAND's kernel writes
 * PI_THREADS counts, as v1; CUB writes d_hits[0]. */
void pi_curand(unsigned long long *d_counts, unsigned long long samples, unsigned long long seed);
void pi_cub(unsigned long long *d_hits, unsigned long long samples, unsigned long long seed);

#endif
