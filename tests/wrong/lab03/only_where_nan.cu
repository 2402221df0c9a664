/* in the long tests, expects: gpu_ex31 WRONG (expected|never written|nothing was written) */
/* Stores a sum only where C holds a NaN still. */
#include "all_but_ex31.h"
#define LEAVES_OUT i >= m || !isnan(c[e])
#include "../product.h"
