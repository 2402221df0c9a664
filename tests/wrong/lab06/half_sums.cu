/* expects: gpu_ex62 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* Every sum is rounded to half: what the exercise warns of. */
#include "all_but_ex62.h"
#define ADD sum = __half2float(__hfma(a[i * k + p], b[p * n + j], __float2half(sum)))
#include "../product.h"
