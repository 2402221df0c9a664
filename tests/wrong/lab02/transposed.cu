/* expects: gpu_ex21 WRONG m, n, k = 33, 31, 147: C\[0\]\[1\] = .* of 1023 wrong */
/* C is stored by columns: the transposed product, right where m or n is 1. */
#include "all_but_ex21.h"
#define STORE c[j * m + i] = sum
#include "../product.h"
