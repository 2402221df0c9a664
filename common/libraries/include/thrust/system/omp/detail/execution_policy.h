/* CPU device: Thrust brings along iostream, as it does where nvcc compiles it. */
#pragma GCC system_header
#include <iostream>
#include_next <thrust/system/omp/detail/execution_policy.h>
