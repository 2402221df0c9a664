/* CPU device: CUDA's half precision numbers: 1 sign, 5 exponent and 10 fraction bits (IEEE 754
 * binary16), and pairs of them. Rounded to nearest, ties to even, unless a name says otherwise;
 * subnormals are kept; a result that is a NaN is 0x7fff, as on a GPU.
 *
 * Everything is computed in float, or double, and rounded to half once. For + - * / and the square
 * root that is the same as rounding the exact result: float has more than twice half's bits and
 * two. */
#ifndef CPU_DEVICE_CUDA_FP16_H
#define CPU_DEVICE_CUDA_FP16_H
#define __CUDA_FP16_H__
#define __CUDA_FP16_TYPES_EXIST__

#include "device_functions.h"

namespace cpu_device
{
#ifdef __F16C__
typedef float four_floats __attribute__((vector_size(16)));
typedef short eight_halves __attribute__((vector_size(16)));

static inline unsigned short half_bits(float f)
{
    return f != f ? 0x7fff : __builtin_ia32_vcvtps2ph((four_floats){ f }, 0)[0];
}

static inline float float_of_half(unsigned short h)
{
    return __builtin_ia32_vcvtph2ps((eight_halves){ (short)h })[0];
}
#else
static inline unsigned short half_bits(float f)
{
    unsigned x = __float_as_uint(f), sign = x >> 16 & 0x8000;

    x &= 0x7fffffff;
    if (x > 0x7f800000)
        return 0x7fff;
    if (x >= 0x47800000) /* 2^16 and infinity */
        return sign | 0x7c00;
    if (x < 0x38800000) /* below 2^-14; the last bit of 0.5f is 2^-24, as that of a subnormal */
        return sign | (__float_as_uint(__uint_as_float(x) + 0.5f) - __float_as_uint(0.5f));
    x += 0xfff + (x >> 13 & 1); /* for the 13 bits dropped: up if more than half, or half and odd */
    return sign | (x - (112u << 23)) >> 13;
}

static inline float float_of_half(unsigned short h)
{
    float f = __uint_as_float((h & 0x7fffu) << 13) * 0x1p112f; /* moves the exponent, exactly */

    if ((h & 0x7c00) == 0x7c00)
        f = __uint_as_float(0x7f800000 | (h & 0x3ffu) << 13);
    return h & 0x8000 ? -f : f;
}
#endif
} // namespace cpu_device

struct __half_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
    unsigned short x, y;
};

#define CPU_DEVICE_HALF       __half
#define CPU_DEVICE_HALF_NAME  half
#define CPU_DEVICE_HALF2      __half2
#define CPU_DEVICE_HALF_RAW   __half_raw
#define CPU_DEVICE_HALF2_RAW  __half2_raw
#define CPU_DEVICE_HALF_INF   0x7c00
#define CPU_DEVICE_HALF_BITS  cpu_device::half_bits
#define CPU_DEVICE_HALF_FLOAT cpu_device::float_of_half
/* Exact where it matters: a sum that a double cannot hold is not near the middle between two
 * halves. */
#define CPU_DEVICE_HALF_SUM(a, b) ((a) + (b))
#include "half_arithmetic.h"

typedef __half half;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 half2;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;

/* ---- constants ------------------------------------------------------------------------------ */

#define CUDART_INF_FP16        __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16        __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16       __ushort_as_half(0x0000)
#define CUDART_ONE_FP16        __ushort_as_half(0x3c00)

#endif
