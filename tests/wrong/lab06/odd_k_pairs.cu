/* expects: gpu_ex62 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* K is walked two halves at a time: with an odd K the last one is lost. */
#include "all_but_ex62.h"
#define STEPS k / 2 * 2
#include "../product.h"
