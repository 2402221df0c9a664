/* Arithmetic and logic: one small function for each instruction and type, and a table of them.
 * Approximate ones (div.approx, ex2, sin, ...) are computed in double and rounded, so they are
 * nearer to the true value than a GPU's; do not rely on their last bits. */
#include "alu.h"

#include <fenv.h>
#include <math.h>
#include "numbers.h"

/* C's type of a PTX type, its value out of a cell, and back. Sums and products of signed numbers
 * are computed as unsigned ones: these wrap around, as a GPU's do. */
#define GET_u16(c)  ((uint32_t)(uint16_t)(c))
#define GET_s16(c)  ((int32_t)(int16_t)(c))
#define GET_u32(c)  ((uint32_t)(c))
#define GET_s32(c)  ((int32_t)(c))
#define GET_u64(c)  ((uint64_t)(c))
#define GET_s64(c)  ((int64_t)(c))
#define GET_f32(c)  as_f32(c)
#define GET_f64(c)  as_f64(c)
#define GET_f16(c)  half_to_double((uint16_t)(c))
#define GET_bf16(c) bfloat_to_double((uint16_t)(c))
#define PUT_u16(x)  ((uint64_t)(uint16_t)(x))
#define PUT_s16(x)  ((uint64_t)(uint16_t)(x))
#define PUT_u32(x)  ((uint64_t)(uint32_t)(x))
#define PUT_s32(x)  ((uint64_t)(uint32_t)(x))
#define PUT_u64(x)  ((uint64_t)(x))
#define PUT_s64(x)  ((uint64_t)(x))
#define PUT_f32(x)  of_f32(x)
#define PUT_f64(x)  of_f64(x)
#define PUT_f16(x)  ((uint64_t)double_to_half(x, RN))
#define PUT_bf16(x) ((uint64_t)double_to_bfloat(x, RN))

#define EACH_LANE(statement)                                                                       \
    if (lanes == ALL_LANES) {                                                                      \
        for (unsigned k = 0; k < LANES; k++) {                                                     \
            statement;                                                                             \
        }                                                                                          \
    } else {                                                                                       \
        FOR_LANES(k, lanes) { statement; }                                                         \
    }

#define ONE(name, t, r, e)                                                                         \
    static void op_##name##_##t(struct warp *w, const struct instruction *i, uint32_t lanes)       \
    {                                                                                              \
        uint64_t *d = row_of(w, i->o[0]);                                                          \
        const uint64_t *a = row_of(w, i->o[1]);                                                    \
        EACH_LANE(__auto_type x = GET_##t(a[k]); d[k] = PUT_##r(e))                                \
    }
#define TWO(name, t, r, e)                                                                         \
    static void op_##name##_##t(struct warp *w, const struct instruction *i, uint32_t lanes)       \
    {                                                                                              \
        uint64_t *d = row_of(w, i->o[0]);                                                          \
        const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]);                           \
        EACH_LANE(__auto_type x = GET_##t(a[k]); __auto_type y = GET_##t(b[k]); d[k] = PUT_##r(e)) \
    }
#define THREE(name, t, tc, r, e)                                                                   \
    static void op_##name##_##t(struct warp *w, const struct instruction *i, uint32_t lanes)       \
    {                                                                                              \
        uint64_t *d = row_of(w, i->o[0]);                                                          \
        const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]), *c = row_of(w, i->o[3]);  \
        EACH_LANE(__auto_type x = GET_##t(a[k]); __auto_type y = GET_##t(b[k]);                    \
                  __auto_type z = GET_##tc(c[k]); d[k] = PUT_##r(e))                               \
    }

/* ---- integers -----------------------------------------------------------------------------------
 */

#define WHOLE(t, s, bits)                                                                          \
    TWO(add, t, t, x + y)                                                                          \
    TWO(sub, t, t, x - y)                                                                          \
    TWO(mul_lo, t, t, x *y)                                                                        \
    THREE(mad_lo, t, t, t, x *y + z)                                                               \
    TWO(min, t, t, x < y ? x : y)                                                                  \
    TWO(min, s, s, x < y ? x : y)                                                                  \
    TWO(max, t, t, x > y ? x : y)                                                                  \
    TWO(max, s, s, x > y ? x : y)                                                                  \
    TWO(div, t, t, y ? x / y : ~(x ^ x))                                                           \
    TWO(rem, t, t, y ? x % y : x)                                                                  \
    TWO(div, s, s, y == 0 ? ~0ull : y == -1 ? -(uint64_t)x : (uint64_t)(x / y))                    \
    TWO(rem, s, s, y == 0 ? x : y == -1 ? x - x : x % y)                                           \
    ONE(neg, t, t, -x)                                                                             \
    ONE(abs, s, t, x < 0 ? -(uint64_t)x : (uint64_t)x)                                             \
    TWO(and, t, t, x &y)                                                                           \
    TWO(or, t, t, x | y)                                                                           \
    TWO(xor, t, t, x ^ y)                                                                          \
    ONE(not, t, t, ~x)                                                                             \
    ONE(cnot, t, t, x == 0)                                                                        \
    THREE(sad, t, t, t, (x > y ? x - y : y - x) + z)
WHOLE(u16, s16, 16)
WHOLE(u32, s32, 32)
WHOLE(u64, s64, 64)

/* By the lower 32 bits of the second operand, whatever the type. */
#define SHIFT(name, t, e)                                                                          \
    static void op_##name##_##t(struct warp *w, const struct instruction *i, uint32_t lanes)       \
    {                                                                                              \
        uint64_t *d = row_of(w, i->o[0]);                                                          \
        const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]);                           \
        EACH_LANE(uint32_t by = (uint32_t)b[k]; __auto_type x = GET_##t(a[k]); d[k] = PUT_##t(e))  \
    }
#define SHIFTS(t, s, bits)                                                                         \
    SHIFT(shl, t, by < bits ? (uint64_t)x << by : 0)                                               \
    SHIFT(shr, t, by < bits ? x >> by : 0)                                                         \
    SHIFT(shr, s, x >> (by < bits ? by : bits - 1))
SHIFTS(u16, s16, 16)
SHIFTS(u32, s32, 32)
SHIFTS(u64, s64, 64)

TWO(mul_hi, u16, u16, x *y >> 16)
TWO(mul_hi, s16, u16, (uint32_t)(x *y) >> 16)
TWO(mul_hi, u32, u32, (uint64_t)x *y >> 32)
TWO(mul_hi, s32, u32, (uint64_t)((int64_t)x *y) >> 32)
TWO(mul_hi, u64, u64, mul_hi_u64(x, y))
TWO(mul_hi, s64, u64, mul_hi_s64(x, y))
TWO(mul_wide, u16, u32, x *y)
TWO(mul_wide, s16, u32, x *y)
TWO(mul_wide, u32, u64, (uint64_t)x *y)
TWO(mul_wide, s32, u64, (int64_t)x *y)
THREE(mad_hi, u32, u32, u32, (uint32_t)((uint64_t)x *y >> 32) + z)
THREE(mad_hi, s32, u32, u32, (uint32_t)((uint64_t)((int64_t)x *y) >> 32) + z)
THREE(mad_hi, u64, u64, u64, mul_hi_u64(x, y) + z)
THREE(mad_hi, s64, u64, u64, mul_hi_s64(x, y) + z)
THREE(mad_wide, u16, u32, u32, x *y + z)
THREE(mad_wide, s16, u32, u32, (uint32_t)(x *y) + z)
THREE(mad_wide, u32, u64, u64, (uint64_t)x *y + z)
THREE(mad_wide, s32, u64, u64, (uint64_t)((int64_t)x *y) + z)
TWO(mul24, u32, u32, (uint64_t)(x & 0xffffff) * (y & 0xffffff))
TWO(mul24, s32, u32,
    (int64_t)(int32_t)((uint32_t)x << 8) / 256 * ((int64_t)(int32_t)((uint32_t)y << 8) / 256))
THREE(mad24, u32, u32, u32, (uint64_t)(x & 0xffffff) * (y & 0xffffff) + z)
THREE(sad, s32, u32, u32, (x > y ? (uint32_t)x - (uint32_t)y : (uint32_t)y - (uint32_t)x) + z)
ONE(popc, u32, u32, __builtin_popcount(x))
ONE(popc, u64, u32, __builtin_popcountll(x))
ONE(clz, u32, u32, x ? __builtin_clz(x) : 32)
ONE(clz, u64, u32, x ? __builtin_clzll(x) : 64)
ONE(brev, u32, u32, reverse_bits(x))
ONE(brev, u64, u64, (uint64_t)reverse_bits((uint32_t)x) << 32 | reverse_bits((uint32_t)(x >> 32)))
ONE(bfind, u32, u32, find_bit(x, 32, false, i->mode))
ONE(bfind, s32, u32, find_bit((uint32_t)x, 32, true, i->mode))
ONE(bfind, u64, u32, find_bit(x, 64, false, i->mode))
ONE(bfind, s64, u32, find_bit((uint64_t)x, 64, true, i->mode))
THREE(bfe, u32, u32, u32, extract_bits(x, y, z, 32, false))
THREE(bfe, s32, u32, u32, extract_bits((uint32_t)x, (uint32_t)y, z, 32, true))
THREE(bfe, u64, u32, u64, extract_bits(x, (uint32_t)y, z, 64, false))
THREE(bfe, s64, u32, u64, extract_bits((uint64_t)x, (uint32_t)y, z, 64, true))
THREE(prmt, u32, u32, u32, permute_bytes(x, y, z, i->mode))
THREE(fns, u32, s32, u32, find_nth_set(x, y, z))
THREE(shf, u32, u32, u32, funnel(x, y, z, i->mode & 1, i->mode & 2))
THREE(slct, u32, s32, u32, z >= 0 ? x : y)
THREE(slct, u64, s32, u64, z >= 0 ? x : y)
ONE(mov, u64, u64, x)

static void bfi(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]), *at = row_of(w, i->o[3]),
                   *n = row_of(w, i->o[4]);
    unsigned width = 8 * type_bytes(i->type);

    FOR_LANES(k, lanes)
    d[k] = insert_bits(a[k], extended(b[k], i->type), (uint32_t)at[k], (uint32_t)n[k], width);
}

static void lop3(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]), *c = row_of(w, i->o[3]),
                   *table = row_of(w, i->o[4]);

    FOR_LANES(k, lanes)
    d[k] = any_logic((uint32_t)a[k], (uint32_t)b[k], (uint32_t)c[k], (uint32_t)table[k]);
}

/* dp4a, dp2a: products of bytes, of four, or of two with the lower or upper two of the other's. */
static void dot(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]), *c = row_of(w, i->o[3]);
    unsigned count = i->mode & 4 ? 2 : 4, size = 32 / count;

    FOR_LANES(k, lanes)
    {
        uint64_t sum = c[k];
        for (unsigned n = 0; n < count; n++) {
            uint64_t x = (uint32_t)a[k] >> n * size,
                     y = (uint32_t)b[k] >> (n + (i->mode & 8 ? 2 : 0)) * 8;
            enum type tx = size == 16 ? (i->mode & 1 ? S16 : U16) : i->mode & 1 ? S8 : U8;
            sum += extended(x, tx) * extended(y, i->mode & 2 ? S8 : U8);
        }
        d[k] = (uint32_t)sum;
    }
}

/* add.cc, addc, sub.cc, subc, mad.lo.cc, madc.lo, ...: the carry is a predicate of the frame's own,
 * its second. mode: 1 takes it, 2 leaves it, 4 subtracts. The operand that comes in is the last. */
static void with_carry(struct warp *w, const struct instruction *i, uint32_t lanes,
                       const uint64_t *x, const uint64_t *y)
{
    uint64_t *d = row_of(w, i->o[0]);
    uint32_t carry = w->frame->predicates[1], out = 0;
    bool is_long = type_bytes(i->type) == 8;

    FOR_LANES(k, lanes)
    {
        uint64_t in = i->mode & 1 ? carry >> k & 1 : 0, a = x[k], b = i->mode & 4 ? ~y[k] : y[k];
        if (i->mode & 4)
            in = i->mode & 1 ? in : 1;
        if (!is_long)
            a = (uint32_t)a, b = (uint32_t)b;
        uint64_t sum = a + b + in;
        bool over = is_long ? sum < a || (in && sum == a) : sum >> 32;
        out |= (uint32_t)over << k;
        d[k] = is_long ? sum : (uint32_t)sum;
    }
    if (i->mode & 2)
        set_predicate(w, 1, lanes, out);
}

static void carry_add(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    with_carry(w, i, lanes, row_of(w, i->o[1]), row_of(w, i->o[2]));
}

static void carry_mad(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]);
    uint64_t product[LANES] = { 0 };
    bool high = i->mode & 8, is_long = type_bytes(i->type) == 8, with_sign = is_signed(i->type);

    FOR_LANES(k, lanes)
    {
        uint64_t x = extended(a[k], i->type), y = extended(b[k], i->type);
        product[k] = !high     ? x * y
                     : is_long ? (with_sign ? mul_hi_s64((int64_t)x, (int64_t)y) : mul_hi_u64(x, y))
                               : x * y >> 32;
    }
    with_carry(w, i, lanes, product, row_of(w, i->o[3]));
}

/* ---- floating-point numbers ---------------------------------------------------------------- */

#define FLOATS(t, m)                                                                               \
    TWO(add, t, t, x + y)                                                                          \
    TWO(sub, t, t, x - y)                                                                          \
    TWO(mul, t, t, x *y)                                                                           \
    TWO(div, t, t, x / y)                                                                          \
    TWO(min, t, t, min_##t(x, y))                                                                  \
    TWO(max, t, t, max_##t(x, y))                                                                  \
    ONE(neg, t, t, -x)                                                                             \
    ONE(abs, t, t, fabs##m(x))                                                                     \
    ONE(sqrt, t, t, sqrt##m(x))                                                                    \
    ONE(rcp, t, t, 1 / x)                                                                          \
    ONE(rsqrt, t, t, 1 / sqrt(x))                                                                  \
    TWO(copysign, t, t, copysign##m(y, x))                                                         \
    THREE(fma, t, t, t, fma##m(x, y, z))
FLOATS(f32, f)
FLOATS(f64, )
TWO(div_approx, f32, f32,
    fabsf(y) > 0x1p126f && !isinf(y) ? x * 0 : x / y) /* as it is documented */
ONE(ex2, f32, f32, (float)exp2(x))
ONE(lg2, f32, f32, (float)log2(x))
ONE(sin, f32, f32, (float)sin(x))
ONE(cos, f32, f32, (float)cos(x))
ONE(tanh, f32, f32, (float)tanh(x))
THREE(slct, f32, f32, f32, z >= 0 ? x : y)

/* Half precision, computed in double, where each of these is exact or rounded to odd. */
#define HALVES(t)                                                                                  \
    TWO(add, t, t, x + y)                                                                          \
    TWO(sub, t, t, x - y)                                                                          \
    TWO(mul, t, t, x *y)                                                                           \
    TWO(min, t, t, min_f64(x, y))                                                                  \
    TWO(max, t, t, max_f64(x, y))                                                                  \
    ONE(ex2, t, t, exp2(x))                                                                        \
    ONE(tanh, t, t, tanh(x))                                                                       \
    THREE(fma, t, t, t, fused_for_half(x, y, z))
HALVES(f16)
HALVES(bf16)
static void neg_half(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]);
    FOR_LANES(k, lanes) d[k] = (uint16_t)(a[k] ^ 0x8000);
}
static void abs_half(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]);
    FOR_LANES(k, lanes) d[k] = a[k] & 0x7fff;
}

/* f16x2: the lower halves, then the upper ones, by the function for one. */
void run_pair(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    struct instruction one = *i;
    operand o[4] = { ~(operand)w->block->module->constant_count };
    uint64_t *scratch = row_of(w, o[0]), high[LANES];

    one.o = o;
    one.type = i->type == F16X2 ? F16 : BF16;
    for (unsigned half = 2; half-- > 0;) {
        for (unsigned n = 1; n < i->count; n++) {
            o[n] = o[0] - (operand)n;
            const uint64_t *from = row_of(w, i->o[n]);
            uint64_t *to = row_of(w, o[n]);
            FOR_LANES(k, lanes) to[k] = from[k] >> 16 * half & 0xffff;
        }
        i->inner(w, &one, lanes);
        if (i->saturate)
            FOR_LANES(k, lanes) scratch[k] = convert(scratch[k], one.type, one.type, RN, true);
        if (half)
            memcpy(high, scratch, sizeof high);
    }
    uint64_t *d = row_of(w, i->o[0]);
    FOR_LANES(k, lanes) d[k] = (uint32_t)(high[k] << 16 | scratch[k]);
}

static uint64_t flushed(uint64_t bits) { return bits & 0x7f800000 ? bits : bits & 0x80000000; }

/* .ftz of f32: subnormal operands and results are zeros of their sign. */
void run_flushed(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    struct instruction one = *i;
    operand o[4] = { i->o[0] };
    uint64_t *d = row_of(w, i->o[0]);

    one.o = o;
    for (unsigned n = 1; n < i->count; n++) {
        o[n] = ~(operand)w->block->module->constant_count - (operand)n;
        const uint64_t *from = row_of(w, i->o[n]);
        uint64_t *to = row_of(w, o[n]);
        FOR_LANES(k, lanes) to[k] = flushed(from[k]);
    }
    i->inner(w, &one, lanes);
    FOR_LANES(k, lanes) d[k] = flushed(d[k]);
}

/* In another rounding mode than to nearest. */
void run_rounded(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    fesetround(i->rounding == RZ ? FE_TOWARDZERO : i->rounding == RM ? FE_DOWNWARD : FE_UPWARD);
    i->inner(w, i, lanes);
    fesetround(FE_TONEAREST);
}

/* .sat: between 0 and 1; a NaN is 0. add.sat.s32: within the type. */
void run_saturated(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);

    i->inner(w, i, lanes);
    FOR_LANES(k, lanes) d[k] = convert(d[k], i->type, i->type, RN, true);
}

#define SATURATED(name, sign)                                                                      \
    static void name(struct warp *w, const struct instruction *i, uint32_t lanes)                  \
    {                                                                                              \
        uint64_t *d = row_of(w, i->o[0]);                                                          \
        const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]);                           \
        FOR_LANES(k, lanes)                                                                        \
        d[k] = (uint32_t)convert((uint64_t)((int64_t)(int32_t)a[k] sign(int64_t)(int32_t) b[k]),   \
                                 S64, S32, NO_ROUNDING, true);                                     \
    }
SATURATED(add_sat_s32, +)
SATURATED(sub_sat_s32, -)

static void run_testp(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const uint64_t *a = row_of(w, i->o[1]);
    uint32_t result = 0;

    FOR_LANES(k, lanes)
    {
        double d = i->type == F32 ? (double)as_f32(a[k]) : as_f64(a[k]);
        int kind = i->type == F32 ? fpclassify(as_f32(a[k])) : fpclassify(d);
        bool yes = i->mode == 'f'   ? isfinite(d) != 0
                   : i->mode == 'i' ? isinf(d) != 0
                   : i->mode == 'a' ? isnan(d) != 0
                   : i->mode == 'u' ? !isnan(d)
                   : i->mode == 'n' ? kind == FP_NORMAL
                                    : kind == FP_SUBNORMAL;
        result |= (uint32_t)yes << k;
    }
    set_predicate(w, i->o[0], lanes, result);
}

/* ---- comparisons and choices --------------------------------------------------------------- */

#define COMPARE(name, t)                                                                           \
    static uint32_t name(const uint64_t *a, const uint64_t *b, unsigned how)                       \
    {                                                                                              \
        uint32_t lt = 0, eq = 0, gt = 0;                                                           \
        for (unsigned k = 0; k < LANES; k++) {                                                     \
            __auto_type x = GET_##t(a[k]);                                                         \
            __auto_type y = GET_##t(b[k]);                                                         \
            lt |= (uint32_t)(x < y) << k, eq |= (uint32_t)(x == y) << k;                           \
            gt |= (uint32_t)(x > y) << k;                                                          \
        }                                                                                          \
        return compared(lt, eq, gt, how);                                                          \
    }

static uint32_t compared(uint32_t lt, uint32_t eq, uint32_t gt, unsigned how)
{
    const uint32_t unordered = ~(lt | eq | gt);
    const uint32_t plain[] = {
        [EQ] = eq, [NE] = lt | gt, [LT] = lt, [LE] = lt | eq, [GT] = gt, [GE] = gt | eq
    };

    return how == NUM    ? ~unordered
           : how == NAN_ ? unordered
           : how >= EQU  ? plain[how - EQU] | unordered
                         : plain[how];
}
COMPARE(compare_u16, u16)
COMPARE(compare_s16, s16)
COMPARE(compare_u32, u32)
COMPARE(compare_s32, s32)
COMPARE(compare_u64, u64)
COMPARE(compare_s64, s64)
COMPARE(compare_f32, f32)
COMPARE(compare_f64, f64)
COMPARE(compare_f16, f16)
COMPARE(compare_bf16, bf16)

static uint32_t compare(enum type t, const uint64_t *a, const uint64_t *b, unsigned how)
{
    static uint32_t (*const by_type[])(const uint64_t *, const uint64_t *, unsigned) = {
        [B16] = compare_u16,  [U16] = compare_u16, [S16] = compare_s16, [B32] = compare_u32,
        [U32] = compare_u32,  [S32] = compare_s32, [B64] = compare_u64, [U64] = compare_u64,
        [S64] = compare_s64,  [F32] = compare_f32, [F64] = compare_f64, [F16] = compare_f16,
        [BF16] = compare_bf16
    };
    return by_type[t](a, b, how);
}

static uint32_t joined(const struct warp *w, const struct instruction *i, unsigned at,
                       uint32_t value)
{
    uint32_t other = i->joins ? predicate_of(w, i->o[at]) : 0;

    return i->joins == 'a'   ? value & other
           : i->joins == 'o' ? value | other
           : i->joins == 'x' ? value ^ other
                             : value;
}

/* setp p, a, b; setp p|q, a, b: q is the opposite; setp.and p, a, b, c: with a further predicate.
 */
void run_setp(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned n = i->results;
    uint32_t yes = compare(i->type, row_of(w, i->o[n]), row_of(w, i->o[n + 1]), i->comparison);
    uint32_t value = joined(w, i, n + 2, yes), opposite = joined(w, i, n + 2, ~yes);

    set_predicate(w, i->o[0], lanes, value);
    if (n == 2)
        set_predicate(w, i->o[1], lanes, opposite);
}

/* setp.f16x2 p|q: each of two halves. */
void run_setp_pair(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const uint64_t *a = row_of(w, i->o[2]), *b = row_of(w, i->o[3]);
    uint64_t high_a[LANES], high_b[LANES];

    for (unsigned k = 0; k < LANES; k++)
        high_a[k] = a[k] >> 16, high_b[k] = b[k] >> 16;
    uint32_t low = compare_f16(a, b, i->comparison),
             high = compare_f16(high_a, high_b, i->comparison);
    set_predicate(w, i->o[0], lanes, joined(w, i, 4, low));
    set_predicate(w, i->o[1], lanes, joined(w, i, 4, high));
}

/* set: all ones, or 1.0, where it holds. type is the result's, from the operands'. */
void run_set(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]);
    uint64_t yes = i->type == F32   ? of_f32(1)
                   : i->type == F16 ? 0x3c00
                                    : 0xffffffff,
             high_a[LANES], high_b[LANES];

    if (i->from != F16X2) {
        uint32_t p = joined(w, i, 3, compare(i->from, a, b, i->comparison));
        FOR_LANES(k, lanes) d[k] = p >> k & 1 ? yes : 0;
        return;
    }
    yes = i->type == F16X2 ? 0x3c00 : 0xffff;
    for (unsigned k = 0; k < LANES; k++)
        high_a[k] = a[k] >> 16, high_b[k] = b[k] >> 16;
    uint32_t low = compare_f16(a, b, i->comparison),
             high = compare_f16(high_a, high_b, i->comparison);
    FOR_LANES(k, lanes) d[k] = (low >> k & 1 ? yes : 0) | (high >> k & 1 ? yes << 16 : 0);
}

void run_selp(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]);
    uint32_t p = predicate_of(w, i->o[3]);

    EACH_LANE(d[k] = p >> k & 1 ? a[k] : b[k])
}

#define PREDICATES(name, e)                                                                        \
    static void name(struct warp *w, const struct instruction *i, uint32_t lanes)                  \
    {                                                                                              \
        uint32_t x = predicate_of(w, i->o[1]), y = predicate_of(w, i->o[i->count - 1]);            \
        (void)y;                                                                                   \
        set_predicate(w, i->o[0], lanes, e);                                                       \
    }
PREDICATES(and_pred, x &y)
PREDICATES(or_pred, x | y)
PREDICATES(xor_pred, x ^ y)
PREDICATES(not_pred, ~x)
PREDICATES(mov_pred, x)

/* ---- moves and conversions ----------------------------------------------------------------- */

/* mov {a, b}, c and mov c, {a, b}, of parts of equal size. */
void run_mov_vector(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    unsigned parts = i->count - 1, bits = 8 * type_bytes(i->type) / parts;
    uint64_t mask = (1ull << bits) - 1;

    if (i->results > 1) {
        uint64_t from[LANES];
        memcpy(from, row_of(w, i->o[parts]), sizeof from);
        for (unsigned n = 0; n < parts; n++) {
            uint64_t *d = row_of(w, i->o[n]);
            FOR_LANES(k, lanes) d[k] = from[k] >> n * bits & mask;
        }
        return;
    }
    uint64_t sum[LANES] = { 0 }, *d = row_of(w, i->o[0]);
    for (unsigned n = 0; n < parts; n++) {
        const uint64_t *a = row_of(w, i->o[n + 1]);
        FOR_LANES(k, lanes) sum[k] |= (a[k] & mask) << n * bits;
    }
    FOR_LANES(k, lanes) d[k] = sum[k];
}

void run_cvt(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]);

    FOR_LANES(k, lanes) d[k] = convert(a[k], i->from, i->type, i->rounding, i->saturate);
}

/* cvt.rn.f16x2.f32 d, a, b: a is the upper one. */
void run_cvt_pair(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]), *b = row_of(w, i->o[2]);
    enum type to = i->type == F16X2 ? F16 : BF16;

    FOR_LANES(k, lanes)
    d[k] = convert(a[k], F32, to, i->rounding, i->saturate) << 16 |
           convert(b[k], F32, to, i->rounding, i->saturate);
}

/* The common ones, from and to integers. */
#define EXTENDS(name, t, r)                                                                        \
    static void name(struct warp *w, const struct instruction *i, uint32_t lanes)                  \
    {                                                                                              \
        uint64_t *d = row_of(w, i->o[0]);                                                          \
        const uint64_t *a = row_of(w, i->o[1]);                                                    \
        EACH_LANE(d[k] = (uint64_t)(r)(t)a[k])                                                     \
    }
EXTENDS(s64_of_s32, int32_t, int64_t)
EXTENDS(u64_of_u32, uint32_t, uint64_t)

operation *fast_cvt(enum type to, enum type from)
{
    if ((to == S64 || to == U64) && from == S32)
        return s64_of_s32;
    if ((to == U64 && from == U32) || ((to == U32 || to == S32) && from == U64))
        return u64_of_u32;
    return NULL;
}

/* cvta, and back: what is in a window, or a plain address, of the global and constant memory. */
void run_cvta(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    uint64_t *d = row_of(w, i->o[0]);
    const uint64_t *a = row_of(w, i->o[1]);
    uint64_t window = i->space == SHARED  ? SHARED_WINDOW
                      : i->space == LOCAL ? LOCAL_WINDOW
                      : i->space == PARAM ? PARAM_WINDOW
                                          : 0;

    EACH_LANE(d[k] = !window ? a[k] : i->mode ? a[k] & ~WINDOW : (a[k] & ~WINDOW) | window)
}

void run_isspacep(struct warp *w, const struct instruction *i, uint32_t lanes)
{
    const uint64_t *a = row_of(w, i->o[1]);
    uint32_t yes = 0;

    FOR_LANES(k, lanes)
    {
        uint64_t window = a[k] & WINDOW;
        bool in = i->space == SHARED  ? window == SHARED_WINDOW
                  : i->space == LOCAL ? window == LOCAL_WINDOW
                                      : !window && i->space != CONSTANT;
        yes |= (uint32_t)in << k;
    }
    set_predicate(w, i->o[0], lanes, yes);
}

/* ---- the table ----------------------------------------------------------------------------- */

#define OF(name, t)                                                                                \
    {                                                                                              \
#name "." #t, op_##name##_##t                                                              \
    }
#define INTEGERS(name) OF(name, u16), OF(name, u32), OF(name, u64)
#define AS(text, f)                                                                                \
    {                                                                                              \
        text, op_##f                                                                               \
    }
#define OWN(text, f)                                                                               \
    {                                                                                              \
        text, f                                                                                    \
    }
#define BITS(name)                                                                                 \
    AS(#name ".b16", name##_u16), AS(#name ".b32", name##_u32), AS(#name ".b64", name##_u64)
#define SAME(name)                                                                                 \
    INTEGERS(name), AS(#name ".s16", name##_u16), AS(#name ".s32", name##_u32),                    \
        AS(#name ".s64", name##_u64)
#define SIGNED(name) OF(name, s16), OF(name, s32), OF(name, s64)
#define BOTH(name)   INTEGERS(name), SIGNED(name)
#define WORDS(name)  OF(name, u32), OF(name, s32), OF(name, u64), OF(name, s64)
#define LO(name)                                                                                   \
    AS(#name ".lo.u16", name##_lo_u16), AS(#name ".lo.s16", name##_lo_u16),                        \
        AS(#name ".lo.u32", name##_lo_u32), AS(#name ".lo.s32", name##_lo_u32),                    \
        AS(#name ".lo.u64", name##_lo_u64), AS(#name ".lo.s64", name##_lo_u64)
#define EACH_OF(name, half, t, s)                                                                  \
    AS(#name "." #half "." #t, name##_##half##_##t), AS(#name "." #half "." #s, name##_##half##_##s)
#define REAL(name) OF(name, f32), OF(name, f64)
#define HALF(name) OF(name, f16), OF(name, bf16)

static const struct {
    const char *name;
    operation *run;
} operations[] = {
    SAME(add),
    SAME(sub),
    LO(mul),
    LO(mad),
    BOTH(min),
    BOTH(max),
    BOTH(div),
    BOTH(rem),
    AS("neg.s16", neg_u16),
    AS("neg.s32", neg_u32),
    AS("neg.s64", neg_u64),
    SIGNED(abs),
    BITS(and),
    BITS(or),
    BITS(xor),
    BITS(not ),
    BITS(cnot),
    BITS(shl),
    BITS(shr),
    BOTH(shr),
    INTEGERS(sad),
    OF(sad, s32),
    EACH_OF(mul, hi, u16, s16),
    EACH_OF(mul, hi, u32, s32),
    EACH_OF(mul, hi, u64, s64),
    EACH_OF(mul, wide, u16, s16),
    EACH_OF(mul, wide, u32, s32),
    EACH_OF(mad, hi, u32, s32),
    EACH_OF(mad, hi, u64, s64),
    EACH_OF(mad, wide, u16, s16),
    EACH_OF(mad, wide, u32, s32),
    AS("mul24.lo.u32", mul24_u32),
    AS("mul24.lo.s32", mul24_s32),
    AS("mad24.lo.u32", mad24_u32),
    AS("popc.b32", popc_u32),
    AS("popc.b64", popc_u64),
    AS("clz.b32", clz_u32),
    AS("clz.b64", clz_u64),
    AS("brev.b32", brev_u32),
    AS("brev.b64", brev_u64),
    WORDS(bfind),
    WORDS(bfe),
    OWN("bfi.b32", bfi),
    OWN("bfi.b64", bfi),
    AS("prmt.b32", prmt_u32),
    AS("fns.b32", fns_u32),
    AS("shf.b32", shf_u32),
    OWN("lop3.b32", lop3),
    AS("slct.u32.s32", slct_u32),
    AS("slct.s32.s32", slct_u32),
    AS("slct.b32.s32", slct_u32),
    AS("slct.f32.s32", slct_u32),
    AS("slct.u64.s32", slct_u64),
    AS("slct.b64.s32", slct_u64),
    AS("slct.f64.s32", slct_u64),
    AS("slct.f32.f32", slct_f32),
    OWN("dot", dot),
    OWN("add.carry", carry_add),
    OWN("mad.carry", carry_mad),
    REAL(add),
    REAL(sub),
    REAL(mul),
    REAL(div),
    AS("div.approx.f32", div_approx_f32),
    REAL(min),
    REAL(max),
    REAL(neg),
    REAL(abs),
    REAL(sqrt),
    REAL(rcp),
    REAL(rsqrt),
    REAL(copysign),
    REAL(fma),
    AS("mad.f32", fma_f32),
    AS("mad.f64", fma_f64),
    OF(ex2, f32),
    OF(lg2, f32),
    OF(sin, f32),
    OF(cos, f32),
    OF(tanh, f32),
    HALF(add),
    HALF(sub),
    HALF(mul),
    HALF(min),
    HALF(max),
    HALF(ex2),
    HALF(tanh),
    HALF(fma),
    OWN("neg.f16", neg_half),
    OWN("abs.f16", abs_half),
    OWN("neg.bf16", neg_half),
    OWN("abs.bf16", abs_half),
    OWN("add.sat.s32", add_sat_s32),
    OWN("sub.sat.s32", sub_sat_s32),
    OWN("testp.f32", run_testp),
    OWN("testp.f64", run_testp),
    OWN("and.pred", and_pred),
    OWN("or.pred", or_pred),
    OWN("xor.pred", xor_pred),
    OWN("not.pred", not_pred),
    OWN("mov.pred", mov_pred),
    AS("mov", mov_u64),
};

operation *find_operation(const char *name)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (!strcmp(operations[i].name, name))
            return operations[i].run;
    return NULL;
}
