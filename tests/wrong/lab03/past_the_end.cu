/* expects: gpu_ex31 WRONG wrote outside: element 1 past the end of [cC] */
/* The element after the last one is written too. */
#include "all_but_ex31.h"
#define THEN c[m * n] = 0
#include "../then.h"
