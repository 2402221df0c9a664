/* in the long tests, expects: gpu_ex62 WRONG m, n, k = [0-9]+, 1[0-9]{3}, [0-9]+: C */
/* Where a sum is long enough for a tile, columns end at 1,024: enough for most layers, not for the
 * last. */
#include "all_but_ex62.h"
#define ONLY_WHERE k >= 256
#define LEAVES_OUT i >= m || j >= 1024
#include "../product.h"
