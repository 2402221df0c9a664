/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* Computes in half what was asked for in float: A and B are rounded, the sums are not. */
#include "all_but_ex61.h"
#define TERM __half2float(__float2half(a[i * k + p])) * __half2float(__float2half(b[p * n + j]))
#include "../product.h"
