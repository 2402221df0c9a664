/* in the long tests, expects: gpu_ex31 WRONG (expected|nothing was written) */
/* Starts its sums from C, unless that is a NaN: C += A B, not C = A B. */
#include "all_but_ex31.h"
#define STORE c[e] = (isnan(c[e]) ? 0 : c[e]) + sum
#include "../product.h"
