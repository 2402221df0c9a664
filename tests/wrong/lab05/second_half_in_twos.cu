/* expects: gpu_ex53 WRONG n = 4096, .*a kernel does more than one step of y\[2049\] */
/* only the CPU device can tell */
/* The second half of the elements takes two steps in every other kernel, and none in the next. "at
 * least one kernel for each step, and none for more than one" */
#include "all_but_ex53.h"
__global__ void two_halves(float *x, int n, int ops, int ops_behind)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < n)
        x[i] = transfers_element(x[i], i < n / 2 + 1 ? ops : ops_behind);
}

#define STEP                                                                                       \
    two_halves<<<(n + BLOCK - 1) / BLOCK, BLOCK>>>(d_x, n, ops,                                    \
                                                   s % 2 ? 0 : (s + 1 < steps ? 2 : 1) * ops)
#include "whole.h"
