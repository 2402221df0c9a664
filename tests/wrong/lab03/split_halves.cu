/* in the long tests, expects: gpu_ex31 WRONG expected */
/* Each input as a sum of two half precision numbers: enough digits, but only up to 65,504. */
#include <cuda_fp16.h>
#include "all_but_ex31.h"

static __device__ float split(float x)
{
    __half high = __float2half(x * 1024), low = __float2half(x * 1024 - __half2float(high));

    return __half2float(high) + __half2float(low);
}

#define TERM  split(a[i * k + p]) * split(b[p * n + j])
#define STORE c[e] = sum * 0x1p-20f
#include "../product.h"
