/* Inputs: seeded numbers without order, sign or symmetry that could hide a wrong index. Number i
 * depends on (seed, stream, i) alone, so it is the same on every machine and by any threads. */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

/* 64 bits: the finalizer of SplitMix64 (Steele, Lea, Flood 2014), applied to a counter. */
uint64_t random_bits(uint64_t seed, uint64_t stream, uint64_t i);

/* A sequence of draws: each takes the next stream of the seed. */
struct random {
    uint64_t seed, draws;
};
uint64_t random_next(struct random *random);                                      /* 64 bits */
long long random_between(struct random *random, long long least, long long most); /* inclusive */
/* As often between 100 and 200 as between 10,000 and 20,000: for sizes. 1 <= least <= most. */
long long random_size(struct random *random, long long least, long long most);
double random_scale(struct random *random); /* a power of two from 2^-12 to 2^12 */

/* Number i of a stream: in [-scale, scale], with all bits of a float's mantissa in use. */
float random_float(uint64_t seed, uint64_t stream, uint64_t i, double scale);

/* Fills x[0..count-1] with such numbers, on all OpenMP threads. One draw. */
void random_floats(float *x, size_t count, double scale, struct random *random);

/* A seed that nobody has chosen, of at most nine digits, so that it can be typed. */
uint64_t random_seed(void);

__END_DECLS
