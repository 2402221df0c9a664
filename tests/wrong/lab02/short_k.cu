/* expects: gpu_ex22 WRONG expected */
/* The kernel takes k as a short, which ends at 32,767. */
#include "all_but_ex22.h"
#define STEPS (short)k
#include "../product.h"
