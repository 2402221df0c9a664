/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* Sums over whole steps of 16 only. */
#include "all_but_ex61.h"
#define STEPS k / 16 * 16
#include "../product.h"
