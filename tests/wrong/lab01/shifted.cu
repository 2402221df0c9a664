/* expects: gpu_ex11 WRONG n = 257: c\[0\] = .* 256 of 257 wrong */
/* Every element is one place too far to the left, the last one twice. */
#include "all_but_ex11.h"
#define SUM a[min(i + 1, n - 1)] + b[min(i + 1, n - 1)]
#include "sum.h"
