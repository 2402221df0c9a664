/* in the long tests, expects: gpu_ex53 WRONG y\[0\] came after the launcher had returned */
/* Waits for the kernels, and not for the copy behind them. */
#include "all_but_ex53.h"
#define BACK                                                                                       \
    cudaStreamSynchronize(0);                                                                      \
    cudaMemcpyAsync(y, d_x, bytes, cudaMemcpyDeviceToHost, 0)
#define AT_THE_END
#include "whole.h"
