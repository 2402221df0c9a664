/* CUDA_CHECK, for CUDA calls of the kit and of a student's launchers. */
#ifndef CUDA_CHECK_H
#define CUDA_CHECK_H

#include <cuda_runtime.h>

/* CUDA_CHECK(cudaMalloc(&d_x, bytes)); and after a launch, which returns nothing itself,
 * CUDA_CHECK(cudaGetLastError()). A failure says `file:line: call: what CUDA says: what to do`:
 * as a finding about the version that runs; else on stderr, and the program ends with status 1. */
#define CUDA_CHECK(call) cuda_check(call, #call, __FILE__, __LINE__)
void cuda_check(cudaError_t error, const char *call, const char *file, int line);

#endif
