/* expects: gpu_ex31 WRONG m, n, k = 33, 31, 147: C\[11\]\[20\] = .* 1 of 1023 wrong */
/* One element is off by a thousandth of its value. */
#include "all_but_ex31.h"
#define THEN c[m / 3 * n + n - 1 - n / 3] *= 1.001f
#include "../then.h"
