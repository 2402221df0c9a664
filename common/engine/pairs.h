/* Says which of two programs is faster, by pairs of times that were taken in turns. */
#pragma once

#include <sys/cdefs.h>

__BEGIN_DECLS

#define MIN_PAIRS 32 /* in 16 rounds of A B B A */

struct ratio {
    double ratio, low, high; /* how many times as fast V is as W, and the interval */
    int verdict;             /* 1: V is faster, -1: W is, 0: cannot be told */
};

/* v[i] and w[i], i < 2 * rounds, were taken in rounds of V W W V or W V V W, so that slow drift
 * cancels within a round. The interval holds the ratio in 999 of 1,000 cases: a bootstrap over the
 * rounds (B. Efron, 1979), with draws of `seed`. A verdict needs all of it over 1 % away from 1. */
struct ratio compare_pairs(const double *v, const double *w, int rounds, unsigned long long seed);

__END_DECLS
