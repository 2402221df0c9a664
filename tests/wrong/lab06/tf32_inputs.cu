/* expects: gpu_ex61 WRONG m, n, k = 33, 31, 147: C.* of 1023 wrong */
/* A and B are rounded to 11 bits, as tensor cores do with floats (TF32); the sums are not. */
#include "all_but_ex61.h"

static __device__ float tf32(float x)
{
    return __uint_as_float((__float_as_uint(x) + 0x1000) & 0xffffe000);
}

#define TERM tf32(a[i * k + p]) * tf32(b[p * n + j])
#include "../product.h"
