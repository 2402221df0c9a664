/* expects: gpu_v1 WRONG n = 1023, .*wrote outside: element 1 past the end of d_x */
/* The kernel gets bytes for elements. */
#include "all_but_v1.h"
#define STEP transfers_step(d_x, n + n / 4, ops, 0)
#include "whole.h"
