#include "half.h"

#include <string.h>
#ifdef __F16C__
#include <immintrin.h>
#endif

/* A half has 5 bits of exponent, biased by 15, a float 8, biased by 127; below 2^-14 the step stays
 * 2^-24. Multiplied by 2^112, the bits of a half are the right float. */
static float float_of_half(uint16_t half)
{
    uint32_t bits = (uint32_t)(half & 0x7fff) << 13;
    float x;

    memcpy(&x, &bits, sizeof(x));
    x *= 0x1p112f;
    memcpy(&bits, &x, sizeof(x));
    if ((half & 0x7c00) == 0x7c00) /* infinity, or no number */
        bits |= 0x7f800000;
    bits |= (uint32_t)(half & 0x8000) << 16;
    memcpy(&x, &bits, sizeof(x));
    return x;
}

/* To the nearest, of two equally near to the even one. */
static uint16_t half_of_float(float x)
{
    uint32_t bits, sign;

    memcpy(&bits, &x, sizeof(x));
    sign = bits >> 16 & 0x8000;
    bits &= 0x7fffffff;
    if (bits > 0x7f800000) /* no number */
        return sign | 0x7e00;
    if (bits >= 0x477ff000) /* 65,520 and more */
        return sign | 0x7c00;
    if (bits >= 0x38800000) /* 2^-14 and more: 13 bits fewer, and 112 less in the exponent */
        return sign | ((bits + 0xfff + (bits >> 13 & 1) - (112u << 23)) >> 13);
    memcpy(&x, &bits, sizeof(x));
    x += 0.5f; /* whose last bit is 2^-24: the sum is rounded there */
    memcpy(&bits, &x, sizeof(x));
    return sign | (bits - 0x3f000000);
}

void floats_of_halves(float *to, const uint16_t *from, long count)
{
    long i = 0;

#ifdef __F16C__
    for (; i + 8 <= count; i += 8)
        _mm256_storeu_ps(to + i, _mm256_cvtph_ps(_mm_loadu_si128((const __m128i *)(from + i))));
#endif
    for (; i < count; i++)
        to[i] = float_of_half(from[i]);
}

void halves_of_floats(uint16_t *to, const float *from, long count)
{
    long i = 0;

#ifdef __F16C__
    for (; i + 8 <= count; i += 8)
        _mm_storeu_si128((__m128i *)(to + i),
                         _mm256_cvtps_ph(_mm256_loadu_ps(from + i), _MM_FROUND_TO_NEAREST_INT));
#endif
    for (; i < count; i++)
        to[i] = half_of_float(from[i]);
}
