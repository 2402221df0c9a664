/* expects: gpu_v1 WRONG .*crashed in host code \(segmentation fault\) */
/* Reads device memory on the host instead of copying it. */
#include "all_but_v1.h"
#define BACK                                                                                       \
    cudaDeviceSynchronize();                                                                       \
    for (int i = 0; i < n; i++)                                                                    \
    y[i] = d_x[i]
#include "whole.h"
