/* expects: gpu_ex51 WRONG .*(arrays of the lab are gone|crashed in host code) */
/* Cleans up with cudaDeviceReset: d_x, x and y are gone. "allocates, pins and frees nothing" */
#include "all_but_ex51.h"
#define AT_THE_END cudaStreamSynchronize(0), cudaDeviceReset()
#include "whole.h"
