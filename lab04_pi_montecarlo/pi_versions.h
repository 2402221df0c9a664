/* Lab 4 - the reference, and the versions that are not exercises. Each counts the hits among
 * samples 0 .. samples-1 of a seed, as pi_montecarlo.h defines them. */
#pragma once

#include "common/engine/engine.h"

typedef unsigned long long count; /* of samples, pairs or hits */

#define PI_CPU_SIZE (1LL << 32) /* the largest size that a CPU does in seconds */

/* The reference: pi_reference.cu. */
count pi_reference(count samples, count seed);

/* The standard error of 4 hits / samples as an estimate of pi; and how the error of these rows
 * falls with the number of samples. */
double pi_standard_error(long long samples);
void pi_report_error(const struct rows *rows);

/* On all OpenMP threads, every SIMD lane: pi_cpu.cu. Writes hits[0], on the host. */
void pi_cpu(count *hits, count samples, count seed);

/* As an array library does it: pi_arrays.cu. Writes d_hits[0]. It takes 9 bytes on the device for
 * each of PI_PIECE samples. */
#define PI_PIECE (1 << 24)
void pi_arrays(count *d_hits, count samples, count seed);
struct must pi_arrays_must(long long samples);

/* Two libraries of the CUDA toolkit, NULL where they are not there: pi_libraries.cu. cuRAND's
 * kernel writes PI_THREADS counts, as v1; CUB writes one. */
void pi_curand(const struct problem *p) __attribute__((weak));
void pi_cub(const struct problem *p) __attribute__((weak));
