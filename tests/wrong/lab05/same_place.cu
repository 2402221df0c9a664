/* in the long tests, expects: gpu_ex52 WRONG n = 1023, .*(differs from y|y\[[0-9]+\] = ) */
/* on the CPU device: gpu_ex52 WRONG n = 1023, .*d_x\[[0-9]+\] differs from y\[[0-9]+\] */
/* Every chunk goes by way of the beginning of d_x, where the next one may already arrive. */
#define D_X d_x
#include "chunks.h"
