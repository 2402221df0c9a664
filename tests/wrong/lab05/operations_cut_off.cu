/* expects: gpu_v1 WRONG n = 1, ops = 1000, .*y\[0\] = .*, expected */
/* The kernel does no more than 256 operations on an element. */
#define transfers_element few_operations
#define transfers_kernel  cut_off_kernel
#include "transfers.h"
#undef transfers_element

static __host__ __device__ inline float transfers_element(float x, int ops)
{
    return few_operations(x, ops < 256 ? ops : 256);
}

#include "../../../solutions/transfers.cu"
