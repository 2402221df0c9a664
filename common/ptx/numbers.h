/* Numbers as PTX has them: bits to float and back, half precision, conversions, bit fields. Pure
 * functions; tests/unit/test_ptx_numbers.cu compares them with the host's and the CPU device's. */
#ifndef PTX_NUMBERS_H
#define PTX_NUMBERS_H

#include "ptx.h"
#include <string.h>

static inline float as_f32(uint64_t bits)
{
    uint32_t low = (uint32_t)bits;
    float f;
    memcpy(&f, &low, sizeof f);
    return f;
}

static inline uint64_t of_f32(float f)
{
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    return bits;
}

static inline double as_f64(uint64_t bits)
{
    double d;
    memcpy(&d, &bits, sizeof d);
    return d;
}

static inline uint64_t of_f64(double d)
{
    uint64_t bits;
    memcpy(&bits, &d, sizeof bits);
    return bits;
}

/* binary16: 1 sign, 5 exponent, 10 fraction bits; bfloat16: the upper half of a float. */
double half_to_double(uint16_t h);
uint16_t double_to_half(double d, enum rounding r);
double bfloat_to_double(uint16_t h);
uint16_t double_to_bfloat(double d, enum rounding r);
/* a b + c, rounded once to odd, so that rounding to half once more makes no second error. */
double fused_for_half(double a, double b, double c);

/* cvt: turns bits of one type into bits of another. `saturate`: .sat. */
uint64_t convert(uint64_t bits, enum type from, enum type to, enum rounding r, bool saturate);
/* The value of the low bits, as type t has them, in 64 bits: signed ones by their sign. */
uint64_t extended(uint64_t bits, enum type t);

uint64_t mul_hi_s64(int64_t a, int64_t b);
uint64_t mul_hi_u64(uint64_t a, uint64_t b);
uint64_t extract_bits(uint64_t a, uint32_t at, uint32_t length, unsigned width, bool is_signed);
uint64_t insert_bits(uint64_t a, uint64_t b, uint32_t at, uint32_t length, unsigned width);
uint32_t find_bit(uint64_t a, unsigned width, bool is_signed, bool shift);
uint32_t permute_bytes(uint32_t a, uint32_t b, uint32_t selector, unsigned mode);
uint32_t funnel(uint32_t low, uint32_t high, uint32_t by, bool left, bool wrap);
uint32_t reverse_bits(uint32_t a);
uint32_t find_nth_set(uint32_t mask, uint32_t base, int32_t nth);       /* fns */
uint32_t any_logic(uint32_t a, uint32_t b, uint32_t c, uint32_t table); /* lop3 */
float min_f32(float a, float b), max_f32(float a, float b);
double min_f64(double a, double b), max_f64(double a, double b);

#endif
