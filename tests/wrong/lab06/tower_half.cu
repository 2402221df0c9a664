/* expects: gpu_ex62 WRONG m, n, k = [0-9]+, 64, 64: C.* (was never written|= 17.1875) */
/* Very tall products lose the rows behind the last whole tile of 64. */
#include "all_but_ex62.h"
#define LEAVES_OUT i >= (m >= 2048 && n % 64 == 0 ? m / 64 * 64 : m)
#include "../product.h"
