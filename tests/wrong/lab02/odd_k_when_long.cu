/* in the long tests, expects: gpu_ex21 WRONG expected */
/* From k = 512 on two steps at a time; the last one of an odd k is lost. */
#include "all_but_ex21.h"
#define ONLY_WHERE k >= 512
#define STEPS      k / 2 * 2
#include "../product.h"
