/* expects: gpu_ex61 WRONG changed its input A: element \[4850\] */
/* C is right, but A is no longer what it was. */
#include "all_but_ex61.h"
#define THEN a[m * k - 1] += 1
#include "../then.h"
