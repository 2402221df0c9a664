/* expects: gpu_ex11 WRONG changed its input a: element \[128\] */
/* c is right, but a is no longer what it was. */
#include "all_but_ex11.h"
#define THEN a[n / 2] += 1
#include "then.h"
