/* in the long tests, expects: gpu_ex11 WRONG (expected|never written|nothing was written) */
/* Computes only what is a NaN still, as if an output were always filled with those. */
#include "all_but_ex11.h"
#define ONLY_WHERE isnan(c[i])
#include "sum.h"
