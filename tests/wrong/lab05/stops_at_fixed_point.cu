/* expects: gpu_ex53 WRONG n = 1, .*kernels: 66, for 100 steps */
/* only the CPU device can tell */
/* After 65,536 operations no element changes any more, so it leaves the other steps out. "at least
 * one kernel for each step" */
#include "all_but_ex53.h"
#define STEP                                                                                       \
    if ((long long)s * ops < 65536)                                                                \
    transfers_step(d_x, n, ops, 0)
#include "whole.h"
