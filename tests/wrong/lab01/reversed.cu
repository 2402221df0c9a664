/* expects: gpu_v1 WRONG n = 257: c\[0\] = .* 256 of 257 wrong */
/* b is read backwards; right only where n is 1. */
#include "all_but_v1.h"
#define SUM a[i] + b[n - 1 - i]
#include "sum.h"
