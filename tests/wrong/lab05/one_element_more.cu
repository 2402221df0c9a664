/* in the long tests, expects: gpu_ex52 WRONG n = [0-9]+, .*(differs from y|y\[[0-9]+\] = ) */
/* on the CPU device: gpu_ex52 WRONG n = [0-9]+, .*d_x\[[0-9]+\] differs from y */
/* Every kernel but the last takes an element of the next chunk as well. */
#define STEP transfers_step(d_x + first, here + (first + here < n), ops, stream)
#include "chunks.h"
