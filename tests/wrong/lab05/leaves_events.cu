/* expects: gpu_ex51 ok */
/* on the CPU device: gpu_ex51 WRONG n = 1023, .*each call leaves more behind */
/* A new event in each call, which nobody destroys. */
#include "all_but_ex51.h"
#define AT_THE_END                                                                                 \
    cudaEvent_t done;                                                                              \
    cudaEventCreate(&done);                                                                        \
    cudaEventRecord(done, 0);                                                                      \
    cudaEventSynchronize(done)
#include "whole.h"
