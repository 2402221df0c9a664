/* expects: gpu_ex61 WRONG m, n, k = [0-9]+, 64, 64: C.* was never written */
/* The way for tall products takes m for a multiple of 64, as it is in the layers of a usual image.
 */
#include "all_but_ex61.h"
#define ONLY_WHERE m >= 2048 && n % 64 == 0 && k % 16 == 0
#define LEAVES_OUT i >= m / 64 * 64
#include "../product.h"
