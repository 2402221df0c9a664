/* CPU device: what numbers of 16 bits have in common, whatever their format: the types, and their
 * arithmetic. cuda_fp16.h and cuda_bf16.h include this, each with these macros:
 *
 *   CPU_DEVICE_HALF, _HALF2            the type, and the pair
 *   CPU_DEVICE_HALF_NAME               in the names of conversions
 *   CPU_DEVICE_HALF_RAW, _HALF2_RAW    their bits alone
 *   CPU_DEVICE_HALF_INF                infinity's bits
 *   CPU_DEVICE_HALF_BITS(f)            a float's bits, rounded; _FLOAT(bits): back
 *   CPU_DEVICE_HALF_SUM(a, b)          of two doubles, such that rounding it is right
 *
 * and so more than once. */

#ifndef CPU_DEVICE_HALF_ROUNDING
#define CPU_DEVICE_HALF_ROUNDING
namespace cpu_device
{
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

/* The same for an integer. */
template <class T, class = std::enable_if_t<std::is_integral_v<T>>> static inline float to_odd(T i)
{
    float f = (float)i;
    unsigned long long size = i < 0 ? 0 - (unsigned long long)i : (unsigned long long)i;
    if (size >> 24 == 0)
        return f;
    int gone = 40 - __builtin_clzll(size); /* bits for which a float has no room */
    unsigned long long kept = size >> gone;
    f = ldexpf((float)(kept | (kept << gone != size)), gone);
    return i < 0 ? -f : f;
}

/* `exact` was rounded to nearest, which gave h: as `mode` rounds it, z to zero, u up, d down. A
 * long double holds every integer of 64 bits. */
template <float to_float(unsigned short)>
static inline unsigned short directed(unsigned short h, long double exact, char mode)
{
    double nearest = to_float(h);
    bool down = mode == 'd' || (mode == 'z' && exact > 0);
    bool up = mode == 'u' || (mode == 'z' && exact < 0);

    if (down && nearest > exact) /* the half below; its bits hold the sign and the size */
        return h & 0x8000 ? h + 1 : h - 1;
    if (up && nearest < exact)
        return h & 0x8000 ? h - 1 : h + 1;
    return h;
}
} // namespace cpu_device
#endif

/* Converts implicitly from and to every type of number, like CUDA's: so h * 2.0f, half times float,
 * is ambiguous, and refused. */
struct __attribute__((aligned(2))) CPU_DEVICE_HALF {
    unsigned short __x;

    CPU_DEVICE_HALF() = default;
    constexpr CPU_DEVICE_HALF(CPU_DEVICE_HALF_RAW raw) : __x(raw.x) {}
    CPU_DEVICE_HALF(float f) : __x(CPU_DEVICE_HALF_BITS(f)) {}
    CPU_DEVICE_HALF(double d) : __x(CPU_DEVICE_HALF_BITS(cpu_device::to_odd(d))) {}
    CPU_DEVICE_HALF(short i) : CPU_DEVICE_HALF((float)i) {}
    CPU_DEVICE_HALF(unsigned short i) : CPU_DEVICE_HALF((float)i) {}
    CPU_DEVICE_HALF(int i) : CPU_DEVICE_HALF(cpu_device::to_odd(i)) {}
    CPU_DEVICE_HALF(unsigned i) : CPU_DEVICE_HALF(cpu_device::to_odd(i)) {}
    CPU_DEVICE_HALF(long i) : CPU_DEVICE_HALF(cpu_device::to_odd(i)) {}
    CPU_DEVICE_HALF(unsigned long i) : CPU_DEVICE_HALF(cpu_device::to_odd(i)) {}
    CPU_DEVICE_HALF(long long i) : CPU_DEVICE_HALF(cpu_device::to_odd(i)) {}
    CPU_DEVICE_HALF(unsigned long long i) : CPU_DEVICE_HALF(cpu_device::to_odd(i)) {}

    operator CPU_DEVICE_HALF_RAW() const { return { __x }; }
    operator float() const { return CPU_DEVICE_HALF_FLOAT(__x); }
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

struct __attribute__((aligned(4))) CPU_DEVICE_HALF2 {
    CPU_DEVICE_HALF x, y;

    CPU_DEVICE_HALF2() = default;
    constexpr CPU_DEVICE_HALF2(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b) : x(a), y(b) {}
    constexpr CPU_DEVICE_HALF2(CPU_DEVICE_HALF2_RAW raw)
        : x(CPU_DEVICE_HALF_RAW{ raw.x }), y(CPU_DEVICE_HALF_RAW{ raw.y })
    {
    }
    operator CPU_DEVICE_HALF2_RAW() const { return { x.__x, y.__x }; }
};

#define CPU_DEVICE_AS_HALF(bits) CPU_DEVICE_HALF(CPU_DEVICE_HALF_RAW{ (unsigned short)(bits) })

/* ---- conversions ---------------------------------------------------------------------------- */

/* H: the type, P: the pair. */
#define CPU_DEVICE_CONVERTED(result, name, parameters, value)                                      \
    static inline result name parameters { return value; }
#define CPU_DEVICE_CONVERSIONS(half, H, P)                                                         \
    CPU_DEVICE_CONVERTED(constexpr H, __ushort_as_##half, (unsigned short x),                      \
                         CPU_DEVICE_AS_HALF(x))                                                    \
    CPU_DEVICE_CONVERTED(H, __short_as_##half, (short x), CPU_DEVICE_AS_HALF(x))                   \
    CPU_DEVICE_CONVERTED(unsigned short, __##half##_as_ushort, (H h), h.__x)                       \
    CPU_DEVICE_CONVERTED(short, __##half##_as_short, (H h), (short)h.__x)                          \
    CPU_DEVICE_CONVERTED(float, __##half##2float, (H h), h)                                        \
    CPU_DEVICE_CONVERTED(H, __double2##half, (double d), d)                                        \
    CPU_DEVICE_CONVERTED(H, __float2##half, (float f), f)                                          \
    CPU_DEVICE_CONVERTED(P, make_##half##2, (H x, H y), P(x, y))                                   \
    CPU_DEVICE_CONVERTED(P, __halves2##half##2, (H x, H y), P(x, y))                               \
    CPU_DEVICE_CONVERTED(P, __##half##2##half##2, (H h), P(h, h))                                  \
    CPU_DEVICE_CONVERTED(P, __float2##half##2_rn, (float f), P(f, f))                              \
    CPU_DEVICE_CONVERTED(P, __floats2##half##2_rn, (float x, float y), P(x, y))                    \
    CPU_DEVICE_CONVERTED(P, __float22##half##2_rn, (float2 v), P(v.x, v.y))                        \
    CPU_DEVICE_CONVERTED(float2, __##half##22float2, (P v), make_float2(v.x, v.y))                 \
    CPU_DEVICE_CONVERTED(H, __low2##half, (P v), v.x)                                              \
    CPU_DEVICE_CONVERTED(H, __high2##half, (P v), v.y)                                             \
    CPU_DEVICE_CONVERTED(P, __low2##half##2, (P v), P(v.x, v.x))                                   \
    CPU_DEVICE_CONVERTED(P, __high2##half##2, (P v), P(v.y, v.y))                                  \
    CPU_DEVICE_CONVERTED(P, __lows2##half##2, (P v, P w), P(v.x, w.x))                             \
    CPU_DEVICE_CONVERTED(P, __highs2##half##2, (P v, P w), P(v.y, w.y))
#define CPU_DEVICE_CONVERSIONS_OF(half, H, P) CPU_DEVICE_CONVERSIONS(half, H, P)
CPU_DEVICE_CONVERSIONS_OF(CPU_DEVICE_HALF_NAME, CPU_DEVICE_HALF, CPU_DEVICE_HALF2)
CPU_DEVICE_CONVERTED(float, __low2float, (CPU_DEVICE_HALF2 v), v.x)
CPU_DEVICE_CONVERTED(float, __high2float, (CPU_DEVICE_HALF2 v), v.y)
CPU_DEVICE_CONVERTED(CPU_DEVICE_HALF2, __lowhigh2highlow, (CPU_DEVICE_HALF2 v),
                     CPU_DEVICE_HALF2(v.y, v.x))
#undef CPU_DEVICE_CONVERTED
#undef CPU_DEVICE_CONVERSIONS
#undef CPU_DEVICE_CONVERSIONS_OF

/* ---- arithmetic ----------------------------------------------------------------------------- */

static inline CPU_DEVICE_HALF __hneg(CPU_DEVICE_HALF h)
{
    return CPU_DEVICE_AS_HALF(h.__x ^ 0x8000);
}
static inline CPU_DEVICE_HALF __habs(CPU_DEVICE_HALF h)
{
    return CPU_DEVICE_AS_HALF(h.__x & 0x7fff);
}
#define CPU_DEVICE_BY_FLOAT(name, op)                                                              \
    static inline CPU_DEVICE_HALF name(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)                       \
    {                                                                                              \
        return (float)a op(float) b;                                                               \
    }
CPU_DEVICE_BY_FLOAT(__hadd, +)
CPU_DEVICE_BY_FLOAT(__hsub, -)
CPU_DEVICE_BY_FLOAT(__hmul, *)
CPU_DEVICE_BY_FLOAT(__hdiv, /)
#undef CPU_DEVICE_BY_FLOAT

/* Rounded once: the product is exact in double. */
static inline CPU_DEVICE_HALF __hfma(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b, CPU_DEVICE_HALF c)
{
    return CPU_DEVICE_HALF_SUM((double)(float)a * (float)b, (double)(float)c);
}

static inline CPU_DEVICE_HALF cpu_device_saturate(CPU_DEVICE_HALF h) { return __saturatef(h); }
static inline CPU_DEVICE_HALF cpu_device_relu(CPU_DEVICE_HALF h)
{
    return h.__x > 0x8000 && h.__x <= (CPU_DEVICE_HALF_INF | 0x8000) ? CPU_DEVICE_AS_HALF(0) : h;
}
static inline CPU_DEVICE_HALF __hadd_sat(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return cpu_device_saturate(__hadd(a, b));
}
static inline CPU_DEVICE_HALF __hsub_sat(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return cpu_device_saturate(__hsub(a, b));
}
static inline CPU_DEVICE_HALF __hmul_sat(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return cpu_device_saturate(__hmul(a, b));
}
static inline CPU_DEVICE_HALF __hfma_sat(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b, CPU_DEVICE_HALF c)
{
    return cpu_device_saturate(__hfma(a, b, c));
}
static inline CPU_DEVICE_HALF __hfma_relu(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b, CPU_DEVICE_HALF c)
{
    return cpu_device_relu(__hfma(a, b, c));
}
static inline CPU_DEVICE_HALF __hadd_rn(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return __hadd(a, b);
}
static inline CPU_DEVICE_HALF __hsub_rn(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return __hsub(a, b);
}
static inline CPU_DEVICE_HALF __hmul_rn(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return __hmul(a, b);
}

/* ---- comparisons ---------------------------------------------------------------------------- */

/* A NaN is not equal to, less or greater than anything; the functions whose names end in u return
 * true where an operand is a NaN. */

static inline bool __hisnan(CPU_DEVICE_HALF h) { return (h.__x & 0x7fff) > CPU_DEVICE_HALF_INF; }
static inline int __hisinf(CPU_DEVICE_HALF h)
{
    return h.__x == CPU_DEVICE_HALF_INF ? 1 : h.__x == (CPU_DEVICE_HALF_INF | 0x8000) ? -1 : 0;
}

#define CPU_DEVICE_COMPARE(name, op)                                                               \
    static inline bool __h##name(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)                             \
    {                                                                                              \
        return !__hisnan(a) && !__hisnan(b) && (float)a op(float) b;                               \
    }                                                                                              \
    static inline bool __h##name##u(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)                          \
    {                                                                                              \
        return __hisnan(a) || __hisnan(b) || (float)a op(float) b;                                 \
    }                                                                                              \
    static inline CPU_DEVICE_HALF2 __h##name##2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)            \
    {                                                                                              \
        return CPU_DEVICE_HALF2(__h##name(a.x, b.x) ? 1.0f : 0.0f,                                 \
                                __h##name(a.y, b.y) ? 1.0f : 0.0f);                                \
    }                                                                                              \
    static inline CPU_DEVICE_HALF2 __h##name##u2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)           \
    {                                                                                              \
        return CPU_DEVICE_HALF2(__h##name##u(a.x, b.x) ? 1.0f : 0.0f,                              \
                                __h##name##u(a.y, b.y) ? 1.0f : 0.0f);                             \
    }                                                                                              \
    static inline bool __hb##name##2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)                       \
    {                                                                                              \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                         \
    }                                                                                              \
    static inline bool __hb##name##u2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)                      \
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

static inline CPU_DEVICE_HALF __hmax(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return __hisnan(a)                                      ? b
           : __hisnan(b)                                    ? a
           : __hgt(a, b) || (a.__x == 0 && b.__x == 0x8000) ? a
                                                            : b;
}
static inline CPU_DEVICE_HALF __hmin(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return __hisnan(a)                                      ? b
           : __hisnan(b)                                    ? a
           : __hlt(a, b) || (a.__x == 0x8000 && b.__x == 0) ? a
                                                            : b;
}
static inline CPU_DEVICE_HALF __hmax_nan(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return __hisnan(a) || __hisnan(b) ? CPU_DEVICE_AS_HALF(0x7fff) : __hmax(a, b);
}
static inline CPU_DEVICE_HALF __hmin_nan(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    return __hisnan(a) || __hisnan(b) ? CPU_DEVICE_AS_HALF(0x7fff) : __hmin(a, b);
}

/* ---- mathematics: by the float function, where a GPU may be less precise -------------------- */

#define CPU_DEVICE_MATH(name, expression)                                                          \
    static inline CPU_DEVICE_HALF h##name(CPU_DEVICE_HALF h)                                       \
    {                                                                                              \
        float x = h;                                                                               \
        return expression;                                                                         \
    }                                                                                              \
    static inline CPU_DEVICE_HALF2 h2##name(CPU_DEVICE_HALF2 v)                                    \
    {                                                                                              \
        return CPU_DEVICE_HALF2(h##name(v.x), h##name(v.y));                                       \
    }
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
static inline CPU_DEVICE_HALF htanh_approx(CPU_DEVICE_HALF h) { return htanh(h); }

/* ---- the same on pairs, and as operators ---------------------------------------------------- */

static inline CPU_DEVICE_HALF2 __hneg2(CPU_DEVICE_HALF2 v)
{
    return CPU_DEVICE_HALF2(__hneg(v.x), __hneg(v.y));
}
static inline CPU_DEVICE_HALF2 __habs2(CPU_DEVICE_HALF2 v)
{
    return CPU_DEVICE_HALF2(__habs(v.x), __habs(v.y));
}
static inline CPU_DEVICE_HALF2 __hisnan2(CPU_DEVICE_HALF2 v)
{
    return CPU_DEVICE_HALF2(__hisnan(v.x) ? 1.0f : 0.0f, __hisnan(v.y) ? 1.0f : 0.0f);
}

#define CPU_DEVICE_PAIRS(name, of)                                                                 \
    static inline CPU_DEVICE_HALF2 name(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)                    \
    {                                                                                              \
        return CPU_DEVICE_HALF2(of(a.x, b.x), of(a.y, b.y));                                       \
    }
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
static inline CPU_DEVICE_HALF2 __hfma2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b, CPU_DEVICE_HALF2 c)
{
    return CPU_DEVICE_HALF2(__hfma(a.x, b.x, c.x), __hfma(a.y, b.y, c.y));
}
static inline CPU_DEVICE_HALF2 __hfma2_sat(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b,
                                           CPU_DEVICE_HALF2 c)
{
    return CPU_DEVICE_HALF2(__hfma_sat(a.x, b.x, c.x), __hfma_sat(a.y, b.y, c.y));
}
static inline CPU_DEVICE_HALF2 __hfma2_relu(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b,
                                            CPU_DEVICE_HALF2 c)
{
    return CPU_DEVICE_HALF2(__hfma_relu(a.x, b.x, c.x), __hfma_relu(a.y, b.y, c.y));
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
CPU_DEVICE_OPERATORS(CPU_DEVICE_HALF, __hadd, __hsub, __hmul, __hdiv, __hneg)
CPU_DEVICE_OPERATORS(CPU_DEVICE_HALF2, __hadd2, __hsub2, __hmul2, __h2div, __hneg2)
#undef CPU_DEVICE_OPERATORS
static inline CPU_DEVICE_HALF &operator++(CPU_DEVICE_HALF &h)
{
    return h = __hadd(h, CPU_DEVICE_HALF(1.0f));
}
static inline CPU_DEVICE_HALF &operator--(CPU_DEVICE_HALF &h)
{
    return h = __hsub(h, CPU_DEVICE_HALF(1.0f));
}
static inline CPU_DEVICE_HALF operator++(CPU_DEVICE_HALF &h, int)
{
    CPU_DEVICE_HALF old = h;
    ++h;
    return old;
}
static inline CPU_DEVICE_HALF operator--(CPU_DEVICE_HALF &h, int)
{
    CPU_DEVICE_HALF old = h;
    --h;
    return old;
}

#define CPU_DEVICE_OPERATORS(op, halves, pairs)                                                    \
    static inline bool operator op(const CPU_DEVICE_HALF &a, const CPU_DEVICE_HALF &b)             \
    {                                                                                              \
        return halves(a, b);                                                                       \
    }                                                                                              \
    static inline bool operator op(const CPU_DEVICE_HALF2 &a, const CPU_DEVICE_HALF2 &b)           \
    {                                                                                              \
        return pairs(a, b);                                                                        \
    }
CPU_DEVICE_OPERATORS(==, __heq, __hbeq2)
CPU_DEVICE_OPERATORS(!=, __hneu, __hbneu2)
CPU_DEVICE_OPERATORS(<, __hlt, __hblt2)
CPU_DEVICE_OPERATORS(<=, __hle, __hble2)
CPU_DEVICE_OPERATORS(>, __hgt, __hbgt2)
CPU_DEVICE_OPERATORS(>=, __hge, __hbge2)
#undef CPU_DEVICE_OPERATORS

/* ---- conversions that round as their names say: __float2half_rz(), __half2int_rd() ---------- */

#define CPU_DEVICE_DIRECTED(half, from, type)                                                      \
    static inline CPU_DEVICE_HALF __##from##2##half##_rn(type v) { return v; }                     \
    CPU_DEVICE_TOWARDS(__##from##2##half##_rz, type, 'z')                                          \
    CPU_DEVICE_TOWARDS(__##from##2##half##_rd, type, 'd')                                          \
    CPU_DEVICE_TOWARDS(__##from##2##half##_ru, type, 'u')
#define CPU_DEVICE_TOWARDS(name, type, mode)                                                       \
    static inline CPU_DEVICE_HALF name(type v)                                                     \
    {                                                                                              \
        return CPU_DEVICE_AS_HALF(                                                                 \
            cpu_device::directed<CPU_DEVICE_HALF_FLOAT>(CPU_DEVICE_HALF(v).__x, v, mode));         \
    }
#define CPU_DEVICE_ROUNDED(name, type, round)                                                      \
    static inline type name(CPU_DEVICE_HALF h) { return cpu_device::clamp_to<type>(round(h)); }
#define CPU_DEVICE_INTEGER(half, name, type)                                                       \
    CPU_DEVICE_DIRECTED(half, name, type)                                                          \
    CPU_DEVICE_ROUNDED(__##half##2##name##_rn, type, nearbyintf)                                   \
    CPU_DEVICE_ROUNDED(__##half##2##name##_rz, type, truncf)                                       \
    CPU_DEVICE_ROUNDED(__##half##2##name##_rd, type, floorf)                                       \
    CPU_DEVICE_ROUNDED(__##half##2##name##_ru, type, ceilf)
#define CPU_DEVICE_CONVERSIONS(half)                                                               \
    CPU_DEVICE_DIRECTED(half, float, float)                                                        \
    CPU_DEVICE_INTEGER(half, short, short)                                                         \
    CPU_DEVICE_INTEGER(half, ushort, unsigned short)                                               \
    CPU_DEVICE_INTEGER(half, int, int)                                                             \
    CPU_DEVICE_INTEGER(half, uint, unsigned)                                                       \
    CPU_DEVICE_INTEGER(half, ll, long long)                                                        \
    CPU_DEVICE_INTEGER(half, ull, unsigned long long)
#define CPU_DEVICE_CONVERSIONS_OF(half) CPU_DEVICE_CONVERSIONS(half) /* by its value */
CPU_DEVICE_CONVERSIONS_OF(CPU_DEVICE_HALF_NAME)
#undef CPU_DEVICE_DIRECTED
#undef CPU_DEVICE_TOWARDS
#undef CPU_DEVICE_ROUNDED
#undef CPU_DEVICE_INTEGER
#undef CPU_DEVICE_CONVERSIONS
#undef CPU_DEVICE_CONVERSIONS_OF

/* ---- atomics: each returns the old value; of a pair, each half by itself is atomic ---------- */

static inline CPU_DEVICE_HALF atomicAdd(CPU_DEVICE_HALF *p, CPU_DEVICE_HALF value)
{
    unsigned short old = __atomic_load_n(&p->__x, __ATOMIC_RELAXED), sum;

    do
        sum = __hadd(CPU_DEVICE_AS_HALF(old), value).__x;
    while (
        !__atomic_compare_exchange_n(&p->__x, &old, sum, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    return CPU_DEVICE_AS_HALF(old);
}

static inline CPU_DEVICE_HALF2 atomicAdd(CPU_DEVICE_HALF2 *p, CPU_DEVICE_HALF2 value)
{
    CPU_DEVICE_HALF x = atomicAdd(&p->x, value.x);

    return CPU_DEVICE_HALF2(x, atomicAdd(&p->y, value.y));
}

namespace cpu_device
{
template <> inline constexpr bool is_exchanged<CPU_DEVICE_HALF> = true;
template <> inline constexpr bool is_exchanged<CPU_DEVICE_HALF2> = true;
template <> inline constexpr bool is_loaded<CPU_DEVICE_HALF> = true;
template <> inline constexpr bool is_loaded<CPU_DEVICE_HALF2> = true;
} // namespace cpu_device

#undef CPU_DEVICE_HALF
#undef CPU_DEVICE_HALF_NAME
#undef CPU_DEVICE_HALF2
#undef CPU_DEVICE_HALF_RAW
#undef CPU_DEVICE_HALF2_RAW
#undef CPU_DEVICE_HALF_INF
#undef CPU_DEVICE_HALF_BITS
#undef CPU_DEVICE_HALF_FLOAT
#undef CPU_DEVICE_HALF_SUM
#undef CPU_DEVICE_AS_HALF
