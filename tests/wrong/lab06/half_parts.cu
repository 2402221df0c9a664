/* in the long tests, expects: gpu_ex62 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* Float within a part of K, but the parts are added to a C of halves. */
#include "all_but_ex62.h"
#define ADD sum = (p % 16 ? sum : __half2float(__float2half(sum))) + TERM
#include "../product.h"
