/* expects: gpu_ex12 WRONG wrote outside: element 1 past the end of [cC] */
/* A float4 more than n holds: writes past the end of c. */
#include "all_but_ex12.h"
#define THEN c[n] = c[n + 1] = 0
#include "then.h"
