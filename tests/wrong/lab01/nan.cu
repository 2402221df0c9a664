/* expects: gpu_ex12 WRONG n = 257: c\[128\] = -?nan.* 1 of 257 wrong */
/* One NaN: a check that rejects "error > allowed" lets it through. */
#include "all_but_ex12.h"
#define THEN c[n / 2] = nanf("")
#include "then.h"
