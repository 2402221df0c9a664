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

/* A sequence of draws: the next one is random_bits of the same seed and the next stream. */
struct random {
    uint64_t seed, draws;
};

uint64_t random_next(struct random *random);

/* Fills x[0..count-1] with numbers in [-scale, scale] that use all bits of a float's mantissa. One
 * draw. Runs on all OpenMP threads. */
void random_floats(float *x, size_t count, double scale, struct random *random);

/* A whole number from least to most, both included. */
long long random_between(struct random *random, long long least, long long most);

/* A power of two from 2^-12 to 2^12. */
double random_scale(struct random *random);

/* A seed that nobody has chosen, of at most nine digits, so that it can be typed. */
uint64_t random_seed(void);

#ifdef __cplusplus
}
#endif

#endif
