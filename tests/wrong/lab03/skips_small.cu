/* in the long tests, expects: gpu_ex31 WRONG expected */
/* at the default size */
/* Leaves out products below 1e-9, "which are 0". */
#include "all_but_ex31.h"
#define TERM (fabsf(A_TIMES_B) < 1e-9f ? 0 : A_TIMES_B)
#include "../product.h"
