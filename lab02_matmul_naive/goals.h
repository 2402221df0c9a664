/* Lab 2 - the goals: when is an exercise done, and not only right? What `make progress` and
 * `make traffic02` count of it must be at most this. The sheet says why. */
#pragma once

#include "common/engine/engine.h"

static struct shape drawn_block(struct random *random)
{
    return { .m = 128 * random_between(random, 1, 2),
             .n = 128 * random_between(random, 2, 3),
             .k = 32 * random_between(random, 3, 7) };
}

// clang-format off
#define NO_SHARED(ex)                                                                              \
    { .version = ex, .counts = SHARED_LOADED_BYTES, .per = PER_FMA, .most = 0, CUBE,               \
      .says = { "bytes of shared memory read per FMA",                                             \
                "bytes de memoria compartida leídos por FMA" } }
#define CUBE .shape = { .at = { .m = 256, .n = 256, .k = 256 }, .draw = drawn_block }
static const struct goal goals[] = {
    { .version = "gpu_ex21", .counts = LOADED_SECTORS, .per = PER_WARP_FMA, .most = 6, CUBE,
      .says = { "sectors loaded per FMA of a warp", "sectores leídos por FMA de un warp" } },
    { .version = "gpu_ex22", .counts = LOADED_ANEW_BYTES, .per = PER_FMA, .most = 5.6, CUBE,
      .says = { "bytes loaded per FMA", "bytes leídos por FMA" } },
    { .version = "gpu_ex22", .counts = LOADED_SECTORS, .per = PER_WARP_FMA, .most = 6, CUBE,
      .says = { "sectors loaded per FMA of a warp", "sectores leídos por FMA de un warp" } },
    NO_SHARED("gpu_ex21"), /* that is lab 3, whose worked kernel would meet all of these */
    NO_SHARED("gpu_ex22"),
    {},
};
// clang-format on
