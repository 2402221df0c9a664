/* in the long tests, expects: gpu_v1 WRONG n = 1023, .*y\[1022\] was never written */
/* One element too few comes back. */
#include "all_but_v1.h"
#define BACK cudaMemcpyAsync(y, d_x, bytes - sizeof(float), cudaMemcpyDeviceToHost, 0)
#include "whole.h"
