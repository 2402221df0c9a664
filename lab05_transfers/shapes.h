/* Lab 5 - the transfers that are timed, and those at which a version must be right. */
#pragma once

#include "lab05.h"

static struct shape shape_with(const struct transfer *t)
{
    return { .n = t->n, .own = t };
}

static struct shape shape_of(long long size)
{
    static struct transfer timed;

    timed = { .n = size, .ops = 10, .chunks = 16, .steps = 10 };
    return shape_with(&timed);
}

/* Shapes where transfers usually fail: one more and one less than a block; the same n with other
 * chunks, steps and operations; n that the chunks divide, and do not, and that leave some chunks
 * empty; few and many chunks and steps; many operations. */
static const struct transfer awkward[] = {
    { .n = 1023, .ops = 1, .chunks = 4, .steps = 10 },
    { .n = 1023, .ops = 1, .chunks = 7, .steps = 10 },
    { .n = 1023, .ops = 1, .chunks = 7, .steps = 4 },
    { .n = 1023, .ops = 3, .chunks = 7, .steps = 4 },
    { .n = 1, .ops = 1000, .chunks = 1, .steps = 100 },
    { .n = 1, .ops = 1, .chunks = 4, .steps = 2 },
    { .n = 5, .ops = 2, .chunks = 4, .steps = 3 },
    { .n = 33, .ops = 1, .chunks = 2, .steps = 10 },
    { .n = 255, .ops = 5, .chunks = 7, .steps = 1 },
    { .n = 257, .ops = 7, .chunks = 3, .steps = 10 },
    { .n = 1024, .ops = 4, .chunks = 4, .steps = 5 },
    { .n = 4099, .ops = 10, .chunks = 64, .steps = 3 },
    { .n = 10, .ops = 2, .chunks = 4, .steps = 10 },
    { .n = 10, .ops = 2, .chunks = 8, .steps = 10 },
    { .n = 20011, .ops = 100, .chunks = 3, .steps = 4 },
    { .n = 4099, .ops = 1, .chunks = 2050, .steps = 2 },
    { .n = 1, .ops = 2, .chunks = 49, .steps = 3 },
    { .n = 1000, .ops = 1, .chunks = 807, .steps = 3 }, /* 807 x (1000 / 807) */
};

/* n is odd and above 2^24, so a float must round it: up, where it is a multiple of the chunks, or
 * down, where it is one more: so a division of floats is off by one. It takes more than 65,535
 * blocks, and n times the chunks does not fit in an int. */
static struct transfer draw_large(struct random *random)
{
    int chunks = (int)random_between(random, 129, 428) | 1, more = random_next(random) & 1;
    long long each = (1 << 24) / chunks + random_between(random, 1, 200);

    while ((each * chunks + more) % 4 != (more ? 1 : 3))
        each++;
    return { .n = each * chunks + more, .ops = 1, .chunks = chunks, .steps = 1 };
}

/* Shapes drawn anew in each run, of 2 to 300 chunks: a small one; more chunks than elements; about
 * a whole number of blocks; chunks of about a whole number of blocks, mostly many of them; many
 * steps. Without --quick also a size above the timed one, and one above 2^24. */
static struct transfer draw_transfer(int which, long long size, struct random *random)
{
    int chunks = (int)random_size(random, which == 3 ? 40 : 2, 300);
    int ops = (int)random_between(random, 1, 9);
    int steps = (int)random_size(random, which == 4 ? 257 : 1, which == 4 ? 300 : 12),
        off = (int)random_between(random, -1, 1);
    long long blocks = random_between(random, 1, which == 3 ? 4 : 40);
    long long n[] = { random_between(random, 2, 900),
                      random_between(random, 2, chunks),
                      256 * blocks + off,
                      256 * blocks * chunks + off,
                      random_size(random, 2, 5000),
                      size + random_between(random, 1, size / 4) };

    if (which == 6)
        return draw_large(random);
    return { .n = n[which], .ops = ops, .chunks = chunks, .steps = steps };
}

static struct shape draw(int which, long long size, struct random *random)
{
    static struct transfer drawn;

    drawn = draw_transfer(which, size, random);
    return shape_with(&drawn);
}

static const struct shape *awkward_shapes(void)
{
    const int count = sizeof(awkward) / sizeof(*awkward);
    static struct shape shapes[count + 1]; /* the last one is all 0 */

    for (int i = 0; i < count; i++)
        shapes[i] = shape_with(&awkward[i]);
    return shapes;
}

static const struct shapes shapes = {
    .awkward = awkward_shapes(),
    .draw = draw,
    .draws = 7,
    .quick_draws = 5,
    .own_bytes = sizeof(struct transfer),
};
