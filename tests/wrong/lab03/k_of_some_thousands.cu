/* expects: gpu_ex31 WRONG m, n, k = .*expected */
/* The last product of each sum is lost, but only where k lies between 2,000 and 30,000. */
#include "all_but_ex31.h"
#define ONLY_WHERE (k > 2000 && k < 30000 && m * n < 1000)
#define STEPS      k - 1
#include "../product.h"
