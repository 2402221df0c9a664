/* in the long tests, expects: gpu_ex62 WRONG m, n, k = .*: C.* = 0, expected */
/* What is too small for a normal half becomes 0. */
#include "all_but_ex62.h"
#define STORE c[e] = __float2half(fabsf(sum) < 0x1p-14f ? 0 : sum)
#include "../product.h"
