/* expects: gpu_ex22 WRONG m, n, k = 33, 31, 147: C\[0\]\[0\] = .* of 1023 wrong */
/* The sums stop one short: p < k - 1. */
#include "all_but_ex22.h"
#define STEPS k - 1
#include "../product.h"
