/* expects: gpu_ex21 WRONG m, n, k = 33, 31, 147: C\[0\]\[0\] = .* of 1023 wrong */
/* Wrong only where 4 does not divide k: the last k % 4 products are left out. */
#include "all_but_ex21.h"
#define STEPS k - k % 4
#include "../product.h"
