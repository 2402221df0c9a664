/* expects: gpu_ex62 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* The sum is float, but each product is rounded to half before it is added. */
#include "all_but_ex62.h"
#define TERM __half2float(__hmul(a[i * k + p], b[p * n + j]))
#include "../product.h"
