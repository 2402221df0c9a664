/* in the long tests, expects: gpu_ex53 WRONG n = 1023, ops = 1, .*steps = 10: y\[0\] =  */
/* Carries x there for every step: each begins anew. */
#include "all_but_ex53.h"
#define STEP                                                                                       \
    cudaMemcpyAsync(d_x, x, bytes, cudaMemcpyHostToDevice, 0), transfers_step(d_x, n, ops, 0)
#include "whole.h"
