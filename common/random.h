/* Inputs: seeded numbers without order, sign or symmetry to hide a wrong index behind. Counter
 * based, number i is a function of (seed, stream, i) alone: the same on every machine, for every
 * thread count and in every order. */
#ifndef RANDOM_H
#define RANDOM_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* 64 random bits. The finalizer of SplitMix64 (Steele, Lea, Flood 2014), applied to a counter. */
uint64_t random_bits(uint64_t seed, uint64_t stream, uint64_t i);

/* Fills x[0..count-1] with numbers in [-1, 1), each a multiple of 2^-24. One stream per array:
 * arrays of the same seed differ. Runs on all OpenMP threads. */
void random_uniform(float *x, size_t count, uint64_t seed, uint64_t stream);

#ifdef __cplusplus
}
#endif

#endif
