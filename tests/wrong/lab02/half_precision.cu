/* expects: gpu_ex22 WRONG m, n, k = 33, 31, 147: C\[[0-9]+\]\[[0-9]+\] = .* of 1023 wrong */
/* The elements of A and B are rounded to half precision; the sums are not. */
#include "all_but_ex22.h"

/* x rounded to half precision's 11 bits, by hand: the low 13 of float's 24 become 0. */
static __device__ float half(float x)
{
    return __uint_as_float((__float_as_uint(x) + 0x1000) & ~0x1fffu);
}

#define TERM half(a[i * k + p]) * half(b[p * n + j])
#include "../product.h"
