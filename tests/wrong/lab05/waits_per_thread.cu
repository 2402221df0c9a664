/* expects: gpu_ex51 WRONG .*came after the launcher had returned */
/* Waits for the stream of this thread, in which there is nothing. "waits: when it returns, y
 * is complete" */
#include "all_but_ex51.h"
#define AT_THE_END cudaStreamSynchronize(cudaStreamPerThread)
#include "whole.h"
