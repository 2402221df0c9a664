/* CPU device: CUDA's half precision numbers. */
#ifndef CPU_DEVICE_CUDA_FP16_H
#define CPU_DEVICE_CUDA_FP16_H

#include "device_functions.h"

namespace cpu_device
{
/* To the nearest half, ties to even; any NaN becomes 0x7fff, as on a GPU. */
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
    x += 0xfff + (x >> 13 & 1);
    return sign | (x - (112u << 23)) >> 13;
}

static inline float float_of_half(unsigned short h)
{
    float f = __uint_as_float((h & 0x7fffu) << 13) * 0x1p112f; /* moves the exponent, exactly */

    if ((h & 0x7c00) == 0x7c00)
        f = __uint_as_float(0x7f800000 | (h & 0x3ffu) << 13);
    return h & 0x8000 ? -f : f;
}
} // namespace cpu_device

struct __attribute__((aligned(2))) __half {
    unsigned short __x;

    __half() = default;
    __half(float f) : __x(cpu_device::half_bits(f)) {}
    operator float() const { return cpu_device::float_of_half(__x); }
};
typedef __half half;

static inline __half __float2half(float f) { return __half(f); }
static inline float __half2float(__half h) { return h; }

#endif
