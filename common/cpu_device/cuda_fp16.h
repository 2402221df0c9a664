/* CPU device: CUDA's half precision numbers: 1 sign, 5 exponent and 10 fraction bits (IEEE 754
 * binary16), in pairs, too. Rounded to the nearest, ties to even, wherever no other mode is named;
 * subnormals are kept; a NaN that arises is 0x7fff, as on a GPU.
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
    x += 0xfff + (x >> 13 & 1); /* the 13 bits that go: up if more than half, or half and odd */
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

/* The float next to d whose last bit is 1, unless d is a float: rounding it to half gives what
 * rounding d would, because it lies on the same side of the middle between two halves. */
static inline float to_odd(double d)
{
    float f = (float)d;

    if (f == d || f != f)
        return f;
    unsigned x = __float_as_uint(f);
    if ((f < 0 ? -(double)f : f) > (d < 0 ? -d : d))
        x--; /* towards 0 */
    return __uint_as_float(x | 1);
}

/* Half h was rounded to the nearest; moves it to where `mode` wants it: z, u or d. */
static inline unsigned short directed(unsigned short h, double exact, char mode)
{
    double nearest = float_of_half(h);
    bool down = mode == 'd' || (mode == 'z' && exact > 0);
    bool up = mode == 'u' || (mode == 'z' && exact < 0);

    if (down && nearest > exact) /* the half below; its bits hold the sign and the size */
        return h & 0x8000 ? h + 1 : h - 1;
    if (up && nearest < exact)
        return h & 0x8000 ? h - 1 : h + 1;
    return h;
}
} // namespace cpu_device

struct __half_raw {
    unsigned short x;
};
struct __attribute__((aligned(4))) __half2_raw {
    unsigned short x, y;
};

/* Converts from and to every number by itself, like CUDA's: so h * 2.0f, of half and float, is
 * ambiguous, and refused. */
struct __attribute__((aligned(2))) __half {
    unsigned short __x;

    __half() = default;
    constexpr __half(__half_raw raw) : __x(raw.x) {}
    __half(float f) : __x(cpu_device::half_bits(f)) {}
    __half(double d) : __x(cpu_device::half_bits(cpu_device::to_odd(d))) {}
    /* beyond 2^24 a float is rounded, but then the half is infinity */
    __half(short i) : __half((float)i) {}
    __half(unsigned short i) : __half((float)i) {}
    __half(int i) : __half((float)i) {}
    __half(unsigned i) : __half((float)i) {}
    __half(long i) : __half((float)i) {}
    __half(unsigned long i) : __half((float)i) {}
    __half(long long i) : __half((float)i) {}
    __half(unsigned long long i) : __half((float)i) {}

    operator __half_raw() const { return { __x }; }
    operator float() const { return cpu_device::float_of_half(__x); }
    operator bool() const { return (__x & 0x7fff) != 0; }
#define CPU_DEVICE_TO(type)                                                                        \
    operator type() const { return cpu_device::clamp_to<type>(trunc((float)*this)); }
    CPU_DEVICE_TO(char)
    CPU_DEVICE_TO(signed char)
    CPU_DEVICE_TO(unsigned char)
    CPU_DEVICE_TO(short)
    CPU_DEVICE_TO(unsigned short)
    CPU_DEVICE_TO(int)
    CPU_DEVICE_TO(unsigned)
    CPU_DEVICE_TO(long)
    CPU_DEVICE_TO(unsigned long)
    CPU_DEVICE_TO(long long)
    CPU_DEVICE_TO(unsigned long long)
#undef CPU_DEVICE_TO
};

struct __attribute__((aligned(4))) __half2 {
    __half x, y;

    __half2() = default;
    constexpr __half2(__half a, __half b) : x(a), y(b) {}
    constexpr __half2(__half2_raw raw) : x(__half_raw{ raw.x }), y(__half_raw{ raw.y }) {}
    operator __half2_raw() const { return { x.__x, y.__x }; }
};

typedef __half half;
typedef __half nv_half;
typedef __half __nv_half;
typedef __half2 half2;
typedef __half2 nv_half2;
typedef __half2 __nv_half2;

/* ---- conversions --------------------------------------------------------------------------------
 */

static inline constexpr __half __ushort_as_half(unsigned short bits) { return __half_raw{ bits }; }
static inline __half __short_as_half(short bits) { return __half_raw{ (unsigned short)bits }; }
static inline unsigned short __half_as_ushort(__half h) { return h.__x; }
static inline short __half_as_short(__half h) { return (short)h.__x; }

#define CUDART_INF_FP16        __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16        __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16   __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16       __ushort_as_half(0x0000)
#define CUDART_ONE_FP16        __ushort_as_half(0x3c00)

static inline float __half2float(__half h) { return h; }
static inline __half __double2half(double d) { return d; }

#define CPU_DEVICE_DIRECTED(name, type)                                                            \
    static inline __half name##_rn(type v) { return v; }                                           \
    static inline __half name##_rz(type v)                                                         \
    {                                                                                              \
        return __ushort_as_half(::cpu_device::directed(__half(v).__x, (double)v, 'z'));            \
    }                                                                                              \
    static inline __half name##_rd(type v)                                                         \
    {                                                                                              \
        return __ushort_as_half(::cpu_device::directed(__half(v).__x, (double)v, 'd'));            \
    }                                                                                              \
    static inline __half name##_ru(type v)                                                         \
    {                                                                                              \
        return __ushort_as_half(::cpu_device::directed(__half(v).__x, (double)v, 'u'));            \
    }
CPU_DEVICE_DIRECTED(__float2half, float)
CPU_DEVICE_DIRECTED(__short2half, short)
CPU_DEVICE_DIRECTED(__ushort2half, unsigned short)
CPU_DEVICE_DIRECTED(__int2half, int)
CPU_DEVICE_DIRECTED(__uint2half, unsigned)
CPU_DEVICE_DIRECTED(__ll2half, long long)
CPU_DEVICE_DIRECTED(__ull2half, unsigned long long)
#undef CPU_DEVICE_DIRECTED
static inline __half __float2half(float f) { return f; }

#define CPU_DEVICE_INTEGER(name, type)                                                             \
    static inline type __half2##name##_rn(__half h)                                                \
    {                                                                                              \
        return ::cpu_device::clamp_to<type>(nearbyintf(h));                                        \
    }                                                                                              \
    static inline type __half2##name##_rz(__half h)                                                \
    {                                                                                              \
        return ::cpu_device::clamp_to<type>(truncf(h));                                            \
    }                                                                                              \
    static inline type __half2##name##_rd(__half h)                                                \
    {                                                                                              \
        return ::cpu_device::clamp_to<type>(floorf(h));                                            \
    }                                                                                              \
    static inline type __half2##name##_ru(__half h)                                                \
    {                                                                                              \
        return ::cpu_device::clamp_to<type>(ceilf(h));                                             \
    }
CPU_DEVICE_INTEGER(short, short)
CPU_DEVICE_INTEGER(ushort, unsigned short)
CPU_DEVICE_INTEGER(int, int)
CPU_DEVICE_INTEGER(uint, unsigned)
CPU_DEVICE_INTEGER(ll, long long)
CPU_DEVICE_INTEGER(ull, unsigned long long)
#undef CPU_DEVICE_INTEGER

static inline __half2 make_half2(__half x, __half y) { return __half2(x, y); }
static inline __half2 __halves2half2(__half x, __half y) { return __half2(x, y); }
static inline __half2 __half2half2(__half h) { return __half2(h, h); }
static inline __half2 __float2half2_rn(float f) { return __half2(f, f); }
static inline __half2 __floats2half2_rn(float x, float y) { return __half2(x, y); }
static inline __half2 __float22half2_rn(float2 v) { return __half2(v.x, v.y); }
static inline float2 __half22float2(__half2 v) { return make_float2(v.x, v.y); }
static inline __half __low2half(__half2 v) { return v.x; }
static inline __half __high2half(__half2 v) { return v.y; }
static inline float __low2float(__half2 v) { return v.x; }
static inline float __high2float(__half2 v) { return v.y; }
static inline __half2 __low2half2(__half2 v) { return __half2(v.x, v.x); }
static inline __half2 __high2half2(__half2 v) { return __half2(v.y, v.y); }
static inline __half2 __lows2half2(__half2 v, __half2 w) { return __half2(v.x, w.x); }
static inline __half2 __highs2half2(__half2 v, __half2 w) { return __half2(v.y, w.y); }
static inline __half2 __lowhigh2highlow(__half2 v) { return __half2(v.y, v.x); }

/* ---- arithmetic ---------------------------------------------------------------------------------
 */

static inline __half __hneg(__half h) { return __ushort_as_half(h.__x ^ 0x8000); }
static inline __half __habs(__half h) { return __ushort_as_half(h.__x & 0x7fff); }
static inline __half __hadd(__half a, __half b) { return (float)a + (float)b; }
static inline __half __hsub(__half a, __half b) { return (float)a - (float)b; }
static inline __half __hmul(__half a, __half b) { return (float)a * (float)b; }
static inline __half __hdiv(__half a, __half b) { return (float)a / (float)b; }

/* Rounded once. The product is exact in double; and so is the sum, where it matters: one so long
 * that double cuts it off is not near the middle between two halves. */
static inline __half __hfma(__half a, __half b, __half c)
{
    return (double)(float)a * (float)b + (float)c;
}

static inline __half cpu_device_saturate(__half h) { return __saturatef(h); }
static inline __half cpu_device_relu(__half h)
{
    return h.__x > 0x8000 && h.__x <= 0xfc00 ? __ushort_as_half(0) : h;
}
static inline __half __hadd_sat(__half a, __half b) { return cpu_device_saturate(__hadd(a, b)); }
static inline __half __hsub_sat(__half a, __half b) { return cpu_device_saturate(__hsub(a, b)); }
static inline __half __hmul_sat(__half a, __half b) { return cpu_device_saturate(__hmul(a, b)); }
static inline __half __hfma_sat(__half a, __half b, __half c)
{
    return cpu_device_saturate(__hfma(a, b, c));
}
static inline __half __hfma_relu(__half a, __half b, __half c)
{
    return cpu_device_relu(__hfma(a, b, c));
}
static inline __half __hadd_rn(__half a, __half b) { return __hadd(a, b); }
static inline __half __hsub_rn(__half a, __half b) { return __hsub(a, b); }
static inline __half __hmul_rn(__half a, __half b) { return __hmul(a, b); }

/* ---- comparisons: a NaN is neither equal to, nor less or greater than anything; the names that
 * end in u are true where one is a NaN
 * -------------------------------------------------------------- */

static inline bool __hisnan(__half h) { return (h.__x & 0x7fff) > 0x7c00; }
static inline int __hisinf(__half h) { return h.__x == 0x7c00 ? 1 : h.__x == 0xfc00 ? -1 : 0; }

#define CPU_DEVICE_COMPARE(name, op)                                                               \
    static inline bool __h##name(__half a, __half b)                                               \
    {                                                                                              \
        return !__hisnan(a) && !__hisnan(b) && (float)a op(float) b;                               \
    }                                                                                              \
    static inline bool __h##name##u(__half a, __half b)                                            \
    {                                                                                              \
        return __hisnan(a) || __hisnan(b) || (float)a op(float) b;                                 \
    }                                                                                              \
    static inline __half2 __h##name##2(__half2 a, __half2 b)                                       \
    {                                                                                              \
        return __half2(__h##name(a.x, b.x) ? 1.0f : 0.0f, __h##name(a.y, b.y) ? 1.0f : 0.0f);      \
    }                                                                                              \
    static inline __half2 __h##name##u2(__half2 a, __half2 b)                                      \
    {                                                                                              \
        return __half2(__h##name##u(a.x, b.x) ? 1.0f : 0.0f,                                       \
                       __h##name##u(a.y, b.y) ? 1.0f : 0.0f);                                      \
    }                                                                                              \
    static inline bool __hb##name##2(__half2 a, __half2 b)                                         \
    {                                                                                              \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    static inline bool __hb##name##u2(__half2 a, __half2 b)                                        \
    {                                                                                              \
        return __h##name##u(a.x, b.x) && __h##name##u(a.y, b.y);                                   \
    }
CPU_DEVICE_COMPARE(eq, ==)
CPU_DEVICE_COMPARE(ne, !=)
CPU_DEVICE_COMPARE(lt, <)
CPU_DEVICE_COMPARE(le, <=)
CPU_DEVICE_COMPARE(gt, >)
CPU_DEVICE_COMPARE(ge, >=)
#undef CPU_DEVICE_COMPARE

static inline __half __hmax(__half a, __half b)
{
    return __hisnan(a)                                      ? b
           : __hisnan(b)                                    ? a
           : __hgt(a, b) || (a.__x == 0 && b.__x == 0x8000) ? a
                                                            : b;
}
static inline __half __hmin(__half a, __half b)
{
    return __hisnan(a)                                      ? b
           : __hisnan(b)                                    ? a
           : __hlt(a, b) || (a.__x == 0x8000 && b.__x == 0) ? a
                                                            : b;
}
static inline __half __hmax_nan(__half a, __half b)
{
    return __hisnan(a) || __hisnan(b) ? CUDART_NAN_FP16 : __hmax(a, b);
}
static inline __half __hmin_nan(__half a, __half b)
{
    return __hisnan(a) || __hisnan(b) ? CUDART_NAN_FP16 : __hmin(a, b);
}

/* ---- mathematics: by the float function, where a GPU may be less precise
 * -------------------------
 */

#define CPU_DEVICE_MATH(name, expression)                                                          \
    static inline __half h##name(__half h)                                                         \
    {                                                                                              \
        float x = h;                                                                               \
        return expression;                                                                         \
    }                                                                                              \
    static inline __half2 h2##name(__half2 v) { return __half2(h##name(v.x), h##name(v.y)); }
CPU_DEVICE_MATH(sqrt, sqrtf(x))
CPU_DEVICE_MATH(rsqrt, 1.0f / sqrtf(x))
CPU_DEVICE_MATH(rcp, 1.0f / x)
CPU_DEVICE_MATH(exp, expf(x))
CPU_DEVICE_MATH(exp2, exp2f(x))
CPU_DEVICE_MATH(exp10, powf(10.0f, x))
CPU_DEVICE_MATH(log, logf(x))
CPU_DEVICE_MATH(log2, log2f(x))
CPU_DEVICE_MATH(log10, log10f(x))
CPU_DEVICE_MATH(sin, sinf(x))
CPU_DEVICE_MATH(cos, cosf(x))
CPU_DEVICE_MATH(tanh, tanhf(x))
CPU_DEVICE_MATH(floor, floorf(x))
CPU_DEVICE_MATH(ceil, ceilf(x))
CPU_DEVICE_MATH(trunc, truncf(x))
CPU_DEVICE_MATH(rint, nearbyintf(x))
#undef CPU_DEVICE_MATH
static inline __half htanh_approx(__half h) { return htanh(h); }

/* ---- the same on pairs, and as operators
 * ---------------------------------------------------------
 */

static inline __half2 __hneg2(__half2 v) { return __half2(__hneg(v.x), __hneg(v.y)); }
static inline __half2 __habs2(__half2 v) { return __half2(__habs(v.x), __habs(v.y)); }
static inline __half2 __hisnan2(__half2 v)
{
    return __half2(__hisnan(v.x) ? 1.0f : 0.0f, __hisnan(v.y) ? 1.0f : 0.0f);
}

#define CPU_DEVICE_PAIRS(name, of)                                                                 \
    static inline __half2 name(__half2 a, __half2 b) { return __half2(of(a.x, b.x), of(a.y, b.y)); }
CPU_DEVICE_PAIRS(__hadd2, __hadd)
CPU_DEVICE_PAIRS(__hsub2, __hsub)
CPU_DEVICE_PAIRS(__hmul2, __hmul)
CPU_DEVICE_PAIRS(__h2div, __hdiv)
CPU_DEVICE_PAIRS(__hadd2_rn, __hadd)
CPU_DEVICE_PAIRS(__hsub2_rn, __hsub)
CPU_DEVICE_PAIRS(__hmul2_rn, __hmul)
CPU_DEVICE_PAIRS(__hadd2_sat, __hadd_sat)
CPU_DEVICE_PAIRS(__hsub2_sat, __hsub_sat)
CPU_DEVICE_PAIRS(__hmul2_sat, __hmul_sat)
CPU_DEVICE_PAIRS(__hmax2, __hmax)
CPU_DEVICE_PAIRS(__hmin2, __hmin)
CPU_DEVICE_PAIRS(__hmax2_nan, __hmax_nan)
CPU_DEVICE_PAIRS(__hmin2_nan, __hmin_nan)
#undef CPU_DEVICE_PAIRS
static inline __half2 __hfma2(__half2 a, __half2 b, __half2 c)
{
    return __half2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
static inline __half2 __hfma2_sat(__half2 a, __half2 b, __half2 c)
{
    return __half2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
static inline __half2 __hfma2_relu(__half2 a, __half2 b, __half2 c)
{
    return __half2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
}

#define CPU_DEVICE_OPERATORS(type, add, sub, mul, div, neg)                                        \
    static inline type operator+(const type &a, const type &b) { return add(a, b); }               \
    static inline type operator-(const type &a, const type &b) { return sub(a, b); }               \
    static inline type operator*(const type &a, const type &b) { return mul(a, b); }               \
    static inline type operator/(const type &a, const type &b) { return div(a, b); }               \
    static inline type &operator+=(type &a, const type &b) { return a = add(a, b); }               \
    static inline type &operator-=(type &a, const type &b) { return a = sub(a, b); }               \
    static inline type &operator*=(type &a, const type &b) { return a = mul(a, b); }               \
    static inline type &operator/=(type &a, const type &b) { return a = div(a, b); }               \
    static inline type operator+(const type &a) { return a; }                                      \
    static inline type operator-(const type &a) { return neg(a); }
CPU_DEVICE_OPERATORS(__half, __hadd, __hsub, __hmul, __hdiv, __hneg)
CPU_DEVICE_OPERATORS(__half2, __hadd2, __hsub2, __hmul2, __h2div, __hneg2)
#undef CPU_DEVICE_OPERATORS
static inline __half &operator++(__half &h) { return h = __hadd(h, CUDART_ONE_FP16); }
static inline __half &operator--(__half &h) { return h = __hsub(h, CUDART_ONE_FP16); }
static inline __half operator++(__half &h, int)
{
    __half old = h;
    ++h;
    return old;
}
static inline __half operator--(__half &h, int)
{
    __half old = h;
    --h;
    return old;
}

#define CPU_DEVICE_OPERATORS(op, halves, pairs)                                                    \
    static inline bool operator op(const __half &a, const __half &b) { return halves(a, b); }      \
    static inline bool operator op(const __half2 &a, const __half2 &b) { return pairs(a, b); }
CPU_DEVICE_OPERATORS(==, __heq, __hbeq2)
CPU_DEVICE_OPERATORS(!=, __hneu, __hbneu2)
CPU_DEVICE_OPERATORS(<, __hlt, __hblt2)
CPU_DEVICE_OPERATORS(<=, __hle, __hble2)
CPU_DEVICE_OPERATORS(>, __hgt, __hbgt2)
CPU_DEVICE_OPERATORS(>=, __hge, __hbge2)
#undef CPU_DEVICE_OPERATORS

/* ---- atomics: each returns the old value; of a pair, each half by itself is atomic
 * --------------- */

static inline __half atomicAdd(__half *p, __half value)
{
    unsigned short old = __atomic_load_n(&p->__x, __ATOMIC_RELAXED), sum;

    do
        sum = __hadd(__ushort_as_half(old), value).__x;
    while (
        !__atomic_compare_exchange_n(&p->__x, &old, sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return __ushort_as_half(old);
}

static inline __half2 atomicAdd(__half2 *p, __half2 value)
{
    __half x = atomicAdd(&p->x, value.x);

    return __half2(x, atomicAdd(&p->y, value.y));
}

#endif
