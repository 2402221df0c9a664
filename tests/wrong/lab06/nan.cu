/* in the long tests, expects: gpu_ex62 WRONG C\[16\]\[15\] = -?nan.* 1 of 1023 wrong */
/* One NaN: a check that rejects "error > allowed" lets it through. */
#include "all_but_ex62.h"
#define THEN c[m / 2 * n + n / 2] = __float2half(nanf(""))
#include "../then.h"
