/* in the long tests, expects: gpu_ex11 WRONG expected */
/* Clamps the sum to -2 .. 2, where it lies as long as the inputs lie in -1 .. 1. */
#include "all_but_ex11.h"
#define SUM fminf(fmaxf(a[i] + b[i], -2.0f), 2.0f)
#include "sum.h"
