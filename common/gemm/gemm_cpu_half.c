/* The product of gemm_cpu.c on matrices that are stored in half precision: what is read is
 * converted to float32, A when it is multiplied; sums are float32, and each is rounded to a half
 * once. */
#include <stdlib.h>
#include <string.h>
#include "gemm_cpu.h"
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

static void row_of_halves(float *to, const void *a, long i, long k0, long count, long k)
{
    floats_of_halves(to, (const uint16_t *)a + i * k + k0, count);
}

int gemm_cpu_half(uint16_t *c, const uint16_t *a, const uint16_t *b, int m, int n, int k)
{
    static float *scratch; /* kept from call to call, as in gemm_cpu.c; one caller at a time */
    static size_t there;
    const long best = (1 << 20) / n + 1, piece = best < m ? best : m; /* some MB of sums */
    const size_t need = (size_t)k * n + piece * n;

    if (need > there) {
        free(scratch);
        there = (scratch = malloc(need * sizeof(float))) ? need : 0;
    }
    if (!scratch)
        return -1;
    float *const b32 = scratch, *const c32 = b32 + (size_t)k * n;

#pragma omp parallel for
    for (long i = 0; i < k; i++)
        floats_of_halves(b32 + i * n, b + i * n, n);
    for (long first = 0; first < m; first += piece) {
        const long rows = m - first < piece ? m - first : piece;
        if (gemm_cpu_rows(c32, row_of_halves, a + first * k, b32, rows, n, k))
            return -1;
#pragma omp parallel for
        for (long i = 0; i < rows; i++)
            halves_of_floats(c + (first + i) * n, c32 + i * n, n);
    }
    return 0;
}
