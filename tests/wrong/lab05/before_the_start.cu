/* in the long tests, expects: gpu_ex51 WRONG n = 1023, .*y\[0\] =  */
/* One element too early on the way back. */
#include "all_but_ex51.h"
#define BACK cudaMemcpyAsync(y - 1, d_x, bytes, cudaMemcpyDeviceToHost, 0)
#include "whole.h"
