/* in the long tests, expects: gpu_v1 WRONG n = 1023, .*y\[255\] = .*e\+3[78], made of the */
/* n instead of n * sizeof(float): a quarter goes there. */
#include "all_but_v1.h"
#define THERE cudaMemcpyAsync(d_x, x, n, cudaMemcpyHostToDevice, 0)
#include "whole.h"
