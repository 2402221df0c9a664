/* expects: gpu_ex32 WRONG changed its input B: element \[4556\] */
/* C is right, but B is no longer what it was. */
#include "all_but_ex32.h"
#define THEN b[n * k - 1] += 1
#include "../then.h"
