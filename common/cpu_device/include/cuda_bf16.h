/* CPU device: CUDA's bfloat16: the upper half of a float (1 sign, 8 exponent and 7 fraction bits),
 * and pairs of it. Rounded to nearest, ties to even, unless a name says otherwise; subnormals are
 * kept; a result that is a NaN is 0x7fff, as on a GPU. Computed as in cuda_fp16.h. */
#ifndef CPU_DEVICE_CUDA_BF16_H
#define CPU_DEVICE_CUDA_BF16_H
#define __CUDA_BF16_H__
#define __CUDA_BF16_TYPES_EXIST__

#include "device_functions.h"

namespace cpu_device
{
static inline unsigned short bfloat16_bits(float f)
{
    unsigned x = __float_as_uint(f);
    return f != f ? 0x7fff : (x + 0x7fff + (x >> 16 & 1)) >> 16;
}

static inline float float_of_bfloat16(unsigned short h)
{
    return __uint_as_float((unsigned)h << 16);
}

/* a + b. Where a double cannot hold the sum, it is rounded to odd, to the neighbour whose last bit
 * is 1: that keeps it on the same side of the middle between two bfloat16. */
static inline double sum_to_odd(double a, double b)
{
    double sum = a + b, part = sum - a, rest = (a - (sum - part)) + (b - part);
    if (!(rest < 0 || rest > 0))
        return sum;
    long long bits = __double_as_longlong(sum);
    return __longlong_as_double((bits - ((rest > 0) != (sum > 0))) | 1);
}
} // namespace cpu_device

struct __nv_bfloat16_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __nv_bfloat162_raw {
    unsigned short x, y;
};

#define CPU_DEVICE_HALF       __nv_bfloat16
#define CPU_DEVICE_HALF_NAME  bfloat16
#define CPU_DEVICE_HALF2      __nv_bfloat162
#define CPU_DEVICE_HALF_RAW   __nv_bfloat16_raw
#define CPU_DEVICE_HALF2_RAW  __nv_bfloat162_raw
#define CPU_DEVICE_HALF_INF   0x7f80
#define CPU_DEVICE_HALF_BITS  cpu_device::bfloat16_bits
#define CPU_DEVICE_HALF_FLOAT cpu_device::float_of_bfloat16
#define CPU_DEVICE_HALF_SUM   cpu_device::sum_to_odd
#include "half_arithmetic.h"

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

/* ---- constants ------------------------------------------------------------------------------ */

#define CUDART_INF_BF16        __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16        __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16   __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16       __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16        __ushort_as_bfloat16(0x3f80)

#endif
