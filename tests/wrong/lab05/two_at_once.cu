/* expects: gpu_ex53 WRONG .*a kernel does more than one step of y\[0\] */
/* only the CPU device can tell */
/* Takes two steps in one kernel and none in the next. */
#include "all_but_ex53.h"
#define STEP transfers_step(d_x, n, s % 2 ? 0 : (s + 1 < steps ? 2 : 1) * ops, 0)
#include "whole.h"
