/* in the long tests, expects: gpu_ex62 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* The sum is cut off to a half instead of rounded. */
#include "all_but_ex62.h"
#define STORE c[e] = __float2half_rz(sum)
#include "../product.h"
