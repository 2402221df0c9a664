/* Lab 4 - the sizes at which a version is checked: fixed ones, and some new ones in each run. */
#pragma once

#include "common/engine/engine.h" /* struct shape */

static struct shape shape_of(long long size)
{
    return { .n = size };
}

/* Sizes where kernels usually fail: odd ones, whose last pair is half; one more and one less than
 * a block of pairs, or than one pair for each thread; sizes that threads cannot share evenly. */
static const struct shape awkward[] = {
    { .n = 1023 },   { .n = 1 },       { .n = 2 },   { .n = 3 },      { .n = 31 },
    { .n = 33 },     { .n = 511 },     { .n = 513 }, { .n = 131071 }, { .n = 524287 },
    { .n = 524289 }, { .n = 1000002 }, {},
};

/* Odd sizes, new in each run: a small one; a medium one; one above the timed size; one of more than
 * 2^24 hits, where a float stops counting. Without --quick also one whose counts per block do not
 * fit in a short and, on a GPU, one of about 2^32 samples, one of more than 2^32 pairs and hits. */
static struct shape draw(int which, long long size, struct random *random)
{
    const long long least[] = {
        4, 30000, size + 1, 22000001, 50000001, (1LL << 32) - 9, 11LL << 30
    };
    const long long most[] = { 30000,    3000000,         size + size / 4, 23000001,
                               60000001, (1LL << 32) + 9, 12LL << 30 };

    return { .n = random_size(random, least[which], most[which]) | 1 };
}

#ifdef BUILT_FOR_GPU
#define DRAWS 7
#else
#define DRAWS 5
#endif
