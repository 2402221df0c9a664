/* in the long tests, expects: gpu_v1 WRONG (nothing was written|never written) */
/* at the default size */
/* Computes the index in float, which has no odd numbers above 2^24. */
#include "all_but_v1.h"
#define INDEX (int)((float)blockIdx.x * blockDim.x + threadIdx.x)
#include "sum.h"
