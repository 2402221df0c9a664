/* CPU device: CUDA's complex numbers: a float2 or a double2, and functions on them. */
#ifndef CPU_DEVICE_CUCOMPLEX_H
#define CPU_DEVICE_CUCOMPLEX_H

#include <math.h>
#include "vector_types.h"

#define CPU_DEVICE_COMPLEX(type, vector, real, suffix, hypotenuse)                                 \
    typedef vector type;                                                                           \
    static inline real cuCreal##suffix(type x) { return x.x; }                                     \
    static inline real cuCimag##suffix(type x) { return x.y; }                                     \
    static inline type cuConj##suffix(type x) { return make_##vector(x.x, -x.y); }                 \
    static inline type cuCadd##suffix(type x, type y)                                              \
    {                                                                                              \
        return make_##vector(x.x + y.x, x.y + y.y);                                                \
    }                                                                                              \
    static inline type cuCsub##suffix(type x, type y)                                              \
    {                                                                                              \
        return make_##vector(x.x - y.x, x.y - y.y);                                                \
    }                                                                                              \
    static inline type cuCmul##suffix(type x, type y)                                              \
    {                                                                                              \
        return make_##vector(x.x * y.x - x.y * y.y, x.x * y.y + x.y * y.x);                        \
    }                                                                                              \
    /* scaled, so that y's square does not overflow */                                             \
    static inline type cuCdiv##suffix(type x, type y)                                              \
    {                                                                                              \
        real s = 1 / ((y.x < 0 ? -y.x : y.x) + (y.y < 0 ? -y.y : y.y));                            \
        real a = x.x * s, b = x.y * s, c = y.x * s, d = y.y * s, n = 1 / (c * c + d * d);          \
        return make_##vector((a * c + b * d) * n, (b * c - a * d) * n);                            \
    }                                                                                              \
    static inline real cuCabs##suffix(type x) { return hypotenuse(x.x, x.y); }                     \
    static inline type cuCfma##suffix(type x, type y, type z)                                      \
    {                                                                                              \
        return cuCadd##suffix(cuCmul##suffix(x, y), z);                                            \
    }

CPU_DEVICE_COMPLEX(cuFloatComplex, float2, float, f, hypotf)
CPU_DEVICE_COMPLEX(cuDoubleComplex, double2, double, , hypot)
#undef CPU_DEVICE_COMPLEX

typedef cuFloatComplex cuComplex;
static inline cuFloatComplex make_cuFloatComplex(float x, float y) { return make_float2(x, y); }
static inline cuDoubleComplex make_cuDoubleComplex(double x, double y)
{
    return make_double2(x, y);
}
static inline cuComplex make_cuComplex(float x, float y) { return make_float2(x, y); }
static inline cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex x)
{
    return make_float2((float)x.x, (float)x.y);
}
static inline cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex x)
{
    return make_double2(x.x, x.y);
}

#endif
