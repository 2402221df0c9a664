/* in the long tests, expects: gpu_ex51 WRONG n = 1023, .*d_x\[1\] differs from y\[1\] */
/* Computes on the host; the kernel does nothing that is used. */
#include "all_but_ex51.h"
#define STEP transfers_step(d_x, 1, ops, 0)
#define AT_THE_END                                                                                 \
    cudaStreamSynchronize(0);                                                                      \
    for (int i = 0; i < n; i++)                                                                    \
    y[i] = transfers_element(x[i], ops)
#include "whole.h"
