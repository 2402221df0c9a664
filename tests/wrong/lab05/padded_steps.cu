/* expects: gpu_ex53 WRONG .*a kernel does more than one step of y\[0\] */
/* only the CPU device can tell */
/* One kernel does all steps; the others are for one element and 0 operations. "with at least one
 * kernel for each step, because a program would look at d_x in between" */
#include "all_but_ex53.h"
#define STEP transfers_step(d_x, (s + 1 < steps ? 1 : n), (s + 1 < steps ? 0 : ops * steps), 0)
#include "whole.h"
