/* expects: gpu_ex11 WRONG n = 257: c\[171\] = .* 1 of 257 wrong */
/* One element is off by a thousandth of its value. */
#include "all_but_ex11.h"
#define THEN c[n - 1 - n / 3] *= 1.001f
#include "then.h"
