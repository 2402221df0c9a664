/* Lab 3 - the goals: when is an exercise done, and not only right? What `make progress` and
 * `make traffic03` count of it must be at most this. The sheet says why. */
#pragma once

#include "common/engine/engine.h"

static struct shape drawn_block(struct random *random)
{
    return { .m = 128 * random_between(random, 1, 2),
             .n = 128 * random_between(random, 1, 2),
             .k = 64 * random_between(random, 2, 3) };
}

/* Many steps along K: what is loaded before the first multiplication, one pair of tiles or, with
 * three buffers, two, is 0.29 times A and B at most, if tiles are 32 x 32. */
static struct shape drawn_long(struct random *random)
{
    return { .m = 128, .n = 128, .k = 64 * random_between(random, 14, 17) };
}

// clang-format off
#define CUBE .shape = { .at = { .m = 256, .n = 256, .k = 256 }, .draw = drawn_block }
#define LONG .shape = { .at = { .m = 128, .n = 128, .k = 1024 }, .draw = drawn_long }
static const struct goal goals[] = {
    { .version = "gpu_ex31", .counts = SHARED_LOADED_ANEW_BYTES, .per = PER_FMA, .most = 2.75, CUBE,
      .says = { "bytes of shared memory read per FMA",
                "bytes de memoria compartida leídos por FMA" } },
    { .version = "gpu_ex31", .counts = LOADED_BYTES, .per = PER_FMA, .most = 0.3, CUBE,
      .says = { "bytes of A and B loaded per FMA", "bytes de A y B leídos por FMA" } },
    { .version = "gpu_ex32", .counts = LOADED_NARROW_BYTES, .per = PER_INPUT_BYTE, .most = 0.1,
      LONG,
      .says = { "times all of A and B is loaded in pieces below 16 bytes",
                "veces A y B se leen en trozos de menos de 16 bytes" } },
    { .version = "gpu_ex32", .counts = LOADED_WAITING_BYTES, .per = PER_INPUT_BYTE, .most = 0.3,
      LONG,
      .says = { "times all of A and B is loaded while no tile is multiplied",
                "veces A y B se leen mientras no se multiplica" } },
    { .version = "gpu_ex32", .counts = LOADED_BYTES, .per = PER_FMA, .most = 0.6, LONG,
      .says = { "bytes of A and B loaded per FMA", "bytes de A y B leídos por FMA" } },
    { .version = "gpu_ex32", .counts = SHARED_LOADED_ANEW_BYTES, .per = PER_FMA, .most = 5.6, LONG,
      .says = { "bytes of shared memory read per FMA",
                "bytes de memoria compartida leídos por FMA" } },
    {},
};
// clang-format on
