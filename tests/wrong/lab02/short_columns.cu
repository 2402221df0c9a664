/* expects: gpu_ex21 WRONG (expected|never written|nothing was written) */
/* Counts columns in an unsigned short: column 65,536 is column 0. */
#include "all_but_ex21.h"
#define COLUMN (unsigned short)(e % n)
#include "../product.h"
