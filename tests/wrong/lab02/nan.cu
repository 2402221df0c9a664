/* expects: gpu_ex22 WRONG m, n, k = 33, 31, 147: C\[16\]\[15\] = -?nan.* 1 of 1023 wrong */
/* One NaN: a check that rejects "error > allowed" lets it through. */
#include "all_but_ex22.h"
#define THEN c[m / 2 * n + n / 2] = nanf("")
#include "../then.h"
