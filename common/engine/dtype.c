#include "dtype.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "half.h"

/* ---- floats --------------------------------------------------------------------------------- */

static void draw_floats(void *x, size_t count, double scale, struct random *random)
{
    random_floats(x, count, scale, random);
}

static void print_float(char *text, size_t size, const void *x)
{
    snprintf(text, size, "%.8g", *(const float *)x);
}

/* ---- halves --------------------------------------------------------------------------------- */

/* So that sums of products stay below 65,504. */
static double half_scale(struct random *random)
{
    return fmin(fmax(random_scale(random), 0x1p-4), 4);
}

static void draw_halves(void *x, size_t count, double scale, struct random *random)
{
    uint16_t *halves = x;
    uint64_t stream = ++random->draws;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++) {
        float number = random_float(random->seed, stream, i, scale);
        halves_of_floats(&halves[i], &number, 1);
    }
}

static void print_half(char *text, size_t size, const void *x)
{
    float number;

    floats_of_halves(&number, x, 1);
    snprintf(text, size, "%.8g", number);
}

/* ---- integers ------------------------------------------------------------------------------- */

/* From 1, where many elements are equal, to 2^24; a product of two fits in 64 bits. */
static double integer_scale(struct random *random)
{
    return random_scale(random) * 0x1p12;
}

/* The modulus favours small numbers by less than 1 in 2^39 for scales up to 2^24. */
static int64_t between(double least, double most, uint64_t bits)
{
    return (int64_t)least + (int64_t)(bits % (uint64_t)(most - least + 1));
}

static void draw_int32(void *x, size_t count, double scale, struct random *random)
{
    int32_t *numbers = x;
    uint64_t stream = ++random->draws;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++)
        numbers[i] = between(-scale, scale, random_bits(random->seed, stream, i));
}

static void print_int32(char *text, size_t size, const void *x)
{
    snprintf(text, size, "%" PRId32, *(const int32_t *)x);
}

static void draw_uint32(void *x, size_t count, double scale, struct random *random)
{
    uint32_t *numbers = x;
    uint64_t stream = ++random->draws;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++)
        numbers[i] = between(0, scale, random_bits(random->seed, stream, i));
}

static void print_uint32(char *text, size_t size, const void *x)
{
    snprintf(text, size, "%" PRIu32, *(const uint32_t *)x);
}

static void draw_uint64(void *x, size_t count, double scale, struct random *random)
{
    uint64_t *numbers = x;
    uint64_t stream = ++random->draws;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++)
        numbers[i] = between(0, scale, random_bits(random->seed, stream, i));
}

static void print_uint64(char *text, size_t size, const void *x)
{
    snprintf(text, size, "%" PRIu64, *(const uint64_t *)x);
}

/* ---- the table ------------------------------------------------------------------------------ */

const struct element_type dtypes[DTYPES] = {
    [FLOAT32] = {
        .name = "float32",
        .bytes = sizeof(float),
        .poison = { POISON_BYTE, POISON_NUMBER },
        .draw_scale = random_scale,
        .draw = draw_floats,
        .print = print_float,
    },
    [FLOAT16] = {
        .name = "float16",
        .bytes = sizeof(uint16_t),
        .poison = { POISON_BYTE, POISON_NUMBER },
        .draw_scale = half_scale,
        .draw = draw_halves,
        .print = print_half,
    },
    [INT32] = {
        .name = "int32",
        .bytes = sizeof(int32_t),
        .poison = { POISON_SCRATCH, POISON_NUMBER },
        .draw_scale = integer_scale,
        .draw = draw_int32,
        .print = print_int32,
    },
    [UINT32] = {
        .name = "uint32",
        .bytes = sizeof(uint32_t),
        .poison = { POISON_SCRATCH, POISON_NUMBER },
        .draw_scale = integer_scale,
        .draw = draw_uint32,
        .print = print_uint32,
    },
    [UINT64] = {
        .name = "uint64",
        .bytes = sizeof(uint64_t),
        .poison = { POISON_SCRATCH, POISON_NUMBER },
        .draw_scale = integer_scale,
        .draw = draw_uint64,
        .print = print_uint64,
    },
};

enum dtype dtype_named(const char *name)
{
    int dtype = 0;

    while (dtype < DTYPES && strcmp(dtypes[dtype].name, name))
        dtype++;
    return dtype;
}
