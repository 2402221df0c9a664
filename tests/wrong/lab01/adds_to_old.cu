/* in the long tests, expects: gpu_ex11 WRONG (expected|nothing was written) */
/* Adds to what c holds, unless that is a NaN. */
#include "all_but_ex11.h"
#define SUM (isnan(c[i]) ? 0 : c[i]) + a[i] + b[i]
#include "sum.h"
