/* Numbers as PTX has them: see numbers.h. */
#include "numbers.h"

#include <fenv.h>
#include <math.h>

/* ---- small floating-point formats ---------------------------------------------------------------
 */

/* A format: its fraction bits, the exponent of its smallest normal number, its bias. */
struct format {
    int fraction, least_exponent, bias;
    uint16_t infinity;
};
static const struct format binary16 = { 10, -14, 15, 0x7c00 };
static const struct format bfloat16 = { 7, -126, 127, 0x7f80 };

double half_to_double(uint16_t h)
{
    uint32_t exponent = h >> 10 & 31, fraction = h & 1023;
    uint32_t as_float = fraction << 13 | (exponent == 31 ? 255 : exponent + 112) << 23;
    double d = exponent ? (double)as_f32(as_float) : fraction * 0x1p-24;

    return h & 0x8000 ? -d : d;
}

double bfloat_to_double(uint16_t h) { return as_f32((uint32_t)h << 16); }

/* A number >= 0 as a whole one. */
static double round_positive(double x, bool negative, enum rounding r)
{
    double low = floor(x), rest = x - low;

    switch (r) {
    case RZ:
        return low;
    case RM:
        return negative && rest > 0 ? low + 1 : low;
    case RP:
        return !negative && rest > 0 ? low + 1 : low;
    default:
        return rest > 0.5 || (rest == 0.5 && fmod(low, 2) != 0) ? low + 1 : low;
    }
}

static uint16_t double_to_small(double d, enum rounding r, const struct format *f)
{
    bool negative = signbit(d);
    uint16_t sign = negative ? 0x8000 : 0;
    int exponent;

    if (isnan(d))
        return 0x7fff;
    if (isinf(d) || d == 0)
        return sign | (d == 0 ? 0 : f->infinity);
    frexp(d, &exponent);
    exponent = exponent - 1 < f->least_exponent ? f->least_exponent : exponent - 1;
    double units = round_positive(ldexp(fabs(d), f->fraction - exponent), negative, r);
    /* Units of the last place: those of a subnormal number are its bits, and a carry is right. */
    double bits = ldexp(exponent + f->bias - 1, f->fraction) + units;
    if (bits < f->infinity)
        return sign | (uint16_t)bits;
    bool stays = r == RZ || (r == RM && !negative) || (r == RP && negative);
    return sign | (stays ? f->infinity - 1 : f->infinity);
}

uint16_t double_to_half(double d, enum rounding r) { return double_to_small(d, r, &binary16); }
uint16_t double_to_bfloat(double d, enum rounding r) { return double_to_small(d, r, &bfloat16); }

static float double_to_float(double d, enum rounding r)
{
    float near = (float)d;

    if (isnan(d) || isinf(d) || (double)near == d)
        return near;
    bool above = (double)near > d;
    if (above && (r == RM || (r == RZ && d > 0)))
        return nextafterf(near, -INFINITY);
    if (!above && (r == RP || (r == RZ && d < 0)))
        return nextafterf(near, INFINITY);
    return near;
}

double fused_for_half(double a, double b, double c)
{
    double product = a * b; /* of two numbers of 11 bits: exact */
    double sum = product + c;
    double back = sum - product;
    double error = (product - (sum - back)) + (c - back); /* Knuth's TwoSum */
    uint64_t bits = of_f64(sum);

    if (!isfinite(sum) || error == 0 || bits & 1)
        return sum;
    return as_f64((error > 0) == (sum > 0) ? bits + 1 : bits - 1);
}

/* ---- conversions --------------------------------------------------------------------------- */

uint64_t extended(uint64_t bits, enum type t)
{
    switch (t) {
    case S8:
        return (uint64_t)(int64_t)(int8_t)bits;
    case S16:
        return (uint64_t)(int64_t)(int16_t)bits;
    case S32:
        return (uint64_t)(int64_t)(int32_t)bits;
    case U8:
    case B8:
        return (uint8_t)bits;
    case U16:
    case B16:
    case F16:
    case BF16:
        return (uint16_t)bits;
    case U32:
    case B32:
    case F32:
    case F16X2:
        return (uint32_t)bits;
    default:
        return bits;
    }
}

static double float_value(uint64_t bits, enum type t)
{
    return t == F16    ? half_to_double((uint16_t)bits)
           : t == BF16 ? bfloat_to_double((uint16_t)bits)
           : t == F32  ? as_f32(bits)
                       : as_f64(bits);
}

static uint64_t float_bits(double d, enum type t, enum rounding r)
{
    return t == F16    ? double_to_half(d, r)
           : t == BF16 ? double_to_bfloat(d, r)
           : t == F32  ? of_f32(double_to_float(d, r))
                       : of_f64(d);
}

static double to_whole(double d, enum rounding r)
{
    switch (r) {
    case RNI:
        return nearbyint(d); /* the mode in force is to nearest, ties to even */
    case RZI:
        return trunc(d);
    case RMI:
        return floor(d);
    case RPI:
        return ceil(d);
    default:
        return d;
    }
}

/* Clamped to what the type can hold; a NaN is 0. */
static uint64_t float_to_integer(double d, enum type from, enum type to, enum rounding r)
{
    unsigned bits = 8 * type_bytes(to);
    double whole = to_whole(d, r == NO_ROUNDING ? RZI : r);

    if (isnan(d))
        return from != F64 && bits < 64 ? 0 : extended(1ull << (bits - 1), to);
    if (is_signed(to)) {
        double limit = ldexp(1, (int)bits - 1);
        if (whole >= limit)
            return (1ull << (bits - 1)) - 1;
        return extended(whole <= -limit ? 1ull << (bits - 1) : (uint64_t)(int64_t)whole, to);
    }
    if (whole >= ldexp(1, (int)bits))
        return bits == 64 ? ~0ull : (1ull << bits) - 1;
    return whole <= 0 ? 0 : (uint64_t)whole;
}

/* A 64-bit integer as a float of p bits: in the mode that the host's conversion obeys. */
static uint64_t integer_to_float(uint64_t bits, enum type from, enum type to, enum rounding r)
{
    static const int modes[] = {
        [RN] = FE_TONEAREST, [RZ] = FE_TOWARDZERO, [RM] = FE_DOWNWARD, [RP] = FE_UPWARD
    };
    volatile uint64_t value = extended(bits, from);
    uint64_t result;

    if (to == F16 || to == BF16) {
        bool negative = is_signed(from) && (int64_t)value < 0;
        uint64_t size = negative ? 0 - value : value;
        if (size >> 53) /* no double: the bit above the lowest 11 stands for them */
            size = (size & ~0x7ffull) | (size & 0x7ff ? 0x800 : 0);
        return float_bits(negative ? -(double)size : (double)size, to, r);
    }
    if (r > RN && r <= RP)
        fesetround(modes[r]);
    if (to == F32) {
        volatile float f = is_signed(from) ? (float)(int64_t)value : (float)value;
        result = of_f32(f);
    } else {
        volatile double d = is_signed(from) ? (double)(int64_t)value : (double)value;
        result = of_f64(d);
    }
    if (r > RN && r <= RP)
        fesetround(FE_TONEAREST);
    return result;
}

static uint64_t integer_to_integer(uint64_t bits, enum type from, enum type to, bool saturate)
{
    uint64_t value = extended(bits, from);
    unsigned width = 8 * type_bytes(to);

    if (!saturate)
        return extended(value, to);
    if (is_signed(to)) {
        int64_t most = width == 64 ? INT64_MAX : (1ll << (width - 1)) - 1;
        if (!is_signed(from))
            return value > (uint64_t)most ? (uint64_t)most : value;
        int64_t v = (int64_t)value;
        return (uint64_t)(v > most ? most : v < -most - 1 ? -most - 1 : v);
    }
    uint64_t most = width == 64 ? ~0ull : (1ull << width) - 1;
    if (is_signed(from) && (int64_t)value < 0)
        return 0;
    return value > most ? most : value;
}

uint64_t convert(uint64_t bits, enum type from, enum type to, enum rounding r, bool saturate)
{
    if (!is_float(from))
        return is_float(to) ? integer_to_float(bits, from, to, r)
                            : integer_to_integer(bits, from, to, saturate);
    double d = float_value(bits, from);
    if (!is_float(to))
        return float_to_integer(d, from, to, r);
    if (r >= RNI)
        d = to_whole(d, r);
    if (saturate)
        d = isnan(d) || d <= 0 ? 0 : d > 1 ? 1 : d;
    return float_bits(d, to, r >= RNI ? RN : r);
}

/* ---- integers ------------------------------------------------------------------------------ */

uint64_t mul_hi_u64(uint64_t a, uint64_t b) { return (uint64_t)((unsigned __int128)a * b >> 64); }

uint64_t mul_hi_s64(int64_t a, int64_t b) { return (uint64_t)((__int128)a * b >> 64); }

/* bfe: `length` bits from bit `at` on; past the last bit a signed number goes on with its sign. */
uint64_t extract_bits(uint64_t a, uint32_t at, uint32_t length, unsigned width, bool is_signed)
{
    uint64_t result = 0;

    at &= 0xff, length &= 0xff;
    bool sign = is_signed && length &&
                (a >> (at + length - 1 < width - 1 ? at + length - 1 : width - 1) & 1);
    for (unsigned i = 0; i < width; i++) {
        bool inside = i < length && at + i < width;
        result |= (uint64_t)(inside ? a >> (at + i) & 1 : sign) << i;
    }
    return result;
}

/* bfi: the low `length` bits of a, in b from bit `at` on. */
uint64_t insert_bits(uint64_t a, uint64_t b, uint32_t at, uint32_t length, unsigned width)
{
    at &= 0xff, length &= 0xff;
    for (unsigned i = 0; i < length && at + i < width; i++)
        b = (b & ~(1ull << (at + i))) | (a >> i & 1) << (at + i);
    return b;
}

/* bfind: the highest bit that is not as the sign; `shift`: how far to shift it to the top. */
uint32_t find_bit(uint64_t a, unsigned width, bool is_signed, bool shift)
{
    if (is_signed && a >> (width - 1) & 1)
        a = ~a;
    for (unsigned i = width; i-- > 0;)
        if (a >> i & 1)
            return shift ? width - 1 - i : i;
    return ~0u;
}

uint32_t permute_bytes(uint32_t a, uint32_t b, uint32_t selector, unsigned mode)
{
    static const uint8_t modes[][4][4] = {
        { { 0 } },                                                          /* by the selector */
        { { 0, 1, 2, 3 }, { 1, 2, 3, 4 }, { 2, 3, 4, 5 }, { 3, 4, 5, 6 } }, /* f4e */
        { { 0, 7, 6, 5 }, { 1, 0, 7, 6 }, { 2, 1, 0, 7 }, { 3, 2, 1, 0 } }, /* b4e */
        { { 0, 0, 0, 0 }, { 1, 1, 1, 1 }, { 2, 2, 2, 2 }, { 3, 3, 3, 3 } }, /* rc8 */
        { { 0, 1, 2, 3 }, { 1, 1, 2, 3 }, { 2, 2, 2, 3 }, { 3, 3, 3, 3 } }, /* ecl */
        { { 0, 0, 0, 0 }, { 0, 1, 1, 1 }, { 0, 1, 2, 2 }, { 0, 1, 2, 3 } }, /* ecr */
        { { 0, 1, 0, 1 }, { 2, 3, 2, 3 }, { 0, 1, 0, 1 }, { 2, 3, 2, 3 } }, /* rc16 */
    };
    uint64_t both = (uint64_t)b << 32 | a;
    uint32_t result = 0;

    for (unsigned i = 0; i < 4; i++) {
        unsigned take = mode ? modes[mode][selector & 3][i] : selector >> 4 * i & 15;
        uint32_t byte = both >> 8 * (take & 7) & 0xff;
        if (take & 8)
            byte = byte & 0x80 ? 0xff : 0;
        result |= byte << 8 * i;
    }
    return result;
}

uint32_t funnel(uint32_t low, uint32_t high, uint32_t by, bool left, bool wrap)
{
    uint64_t both = (uint64_t)high << 32 | low;

    by = wrap ? by & 31 : by > 32 ? 32 : by;
    return (uint32_t)(left ? both << by >> 32 : both >> by);
}

uint32_t reverse_bits(uint32_t a)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 32; i++)
        result |= (a >> i & 1) << (31 - i);
    return result;
}

/* fns: the nth bit that is set, from bit `base` on upwards; negative: downwards; 0: is it bit
 * `base`? */
uint32_t find_nth_set(uint32_t mask, uint32_t base, int32_t nth)
{
    int step = nth < 0 ? -1 : 1, left = nth < 0 ? -nth : nth;

    base &= 31;
    if (!nth)
        return mask >> base & 1 ? base : ~0u;
    for (int i = (int)base; i >= 0 && i < 32; i += step)
        if (mask >> i & 1 && --left == 0)
            return (uint32_t)i;
    return ~0u;
}

uint32_t any_logic(uint32_t a, uint32_t b, uint32_t c, uint32_t table)
{
    uint32_t result = 0;

    for (unsigned i = 0; i < 8; i++)
        if (table >> i & 1)
            result |= (i & 4 ? a : ~a) & (i & 2 ? b : ~b) & (i & 1 ? c : ~c);
    return result;
}

/* For a number and a NaN, the number; of the two zeros, -0 is the smaller one. */
#define MIN_MAX(name, type, less)                                                                  \
    type name(type a, type b)                                                                      \
    {                                                                                              \
        if (isnan(a) || isnan(b))                                                                  \
            return isnan(a) ? b : a;                                                               \
        if (a == b)                                                                                \
            return (less) == !!signbit(a) ? a : b;                                                 \
        return (less) == (a < b) ? a : b;                                                          \
    }
MIN_MAX(min_f32, float, 1)
MIN_MAX(max_f32, float, 0)
MIN_MAX(min_f64, double, 1)
MIN_MAX(max_f64, double, 0)
