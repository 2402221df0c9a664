#include "dtype.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "half.h"

const struct element_type dtypes[DTYPES] = {
    [FLOAT32] = { .name = "float32", .bytes = 4, .poison = { POISON_BYTE, POISON_NUMBER } },
    [FLOAT16] = { .name = "float16", .bytes = 2, .poison = { POISON_BYTE, POISON_NUMBER } },
    [INT32] = { .name = "int32", .bytes = 4, .poison = { POISON_SCRATCH, POISON_NUMBER } },
    [UINT32] = { .name = "uint32", .bytes = 4, .poison = { POISON_SCRATCH, POISON_NUMBER } },
    [UINT64] = { .name = "uint64", .bytes = 8, .poison = { POISON_SCRATCH, POISON_NUMBER } },
};

double dtype_scale(enum dtype dtype, struct random *random)
{
    double scale = random_scale(random);

    if (dtype == FLOAT16) /* so that sums of products stay below 65,504 */
        return fmin(fmax(scale, 0x1p-4), 4);
    /* integers: from 1, where many are equal, to 2^24; a product of two fits in 64 bits */
    return dtype == FLOAT32 ? scale : scale * 0x1p12;
}

static void draw_halves(uint16_t *x, size_t count, double scale, struct random *random)
{
    uint64_t stream = ++random->draws;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++) {
        float number = random_float(random->seed, stream, i, scale);
        halves_of_floats(&x[i], &number, 1);
    }
}

/* The modulus favours small numbers by less than 1 in 2^39 for scales up to 2^24. */
static int64_t between(double least, double most, uint64_t bits)
{
    return (int64_t)least + (int64_t)(bits % (uint64_t)(most - least + 1));
}

static void draw_integers(enum dtype dtype, char *x, size_t count, double scale,
                          struct random *random)
{
    const size_t bytes = dtypes[dtype].bytes;
    const double least = dtype == INT32 ? -scale : 0;
    uint64_t stream = ++random->draws;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++) {
        int64_t number = between(least, scale, random_bits(random->seed, stream, i));
        memcpy(x + i * bytes, &number, bytes); /* the lower bytes come first, as on every GPU */
    }
}

void dtype_draw(enum dtype dtype, void *x, size_t count, double scale, struct random *random)
{
    if (dtype == FLOAT32)
        random_floats(x, count, scale, random);
    else if (dtype == FLOAT16)
        draw_halves(x, count, scale, random);
    else
        draw_integers(dtype, x, count, scale, random);
}

void dtype_print(enum dtype dtype, char *text, size_t size, const void *x)
{
    float number;

    if (dtype == INT32)
        snprintf(text, size, "%" PRId32, *(const int32_t *)x);
    else if (dtype == UINT32)
        snprintf(text, size, "%" PRIu32, *(const uint32_t *)x);
    else if (dtype == UINT64)
        snprintf(text, size, "%" PRIu64, *(const uint64_t *)x);
    else if (dtype == FLOAT32)
        snprintf(text, size, "%.8g", *(const float *)x);
    else {
        floats_of_halves(&number, x, 1);
        snprintf(text, size, "%.8g", number);
    }
}

enum dtype dtype_named(const char *name)
{
    int dtype = 0;

    while (dtype < DTYPES && strcmp(dtypes[dtype].name, name))
        dtype++;
    return dtype;
}
