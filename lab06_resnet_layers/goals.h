/* Lab 6 - the goals: when is an exercise done, and not only right? What `make progress` and
 * `make traffic06` count of it must be at most this. The sheet says why. */
#pragma once

#include "common/engine/engine.h"
#include "im2col.h"

static struct shape many_tiles(struct random *random) /* 544 to 720 of 64 x 64; at MANY 512 */
{
    return { .m = 128 * random_between(random, 17, 18),
             .n = 128 * random_between(random, 8, 10),
             .k = 16 };
}

static struct shape few_tiles(struct random *random) /* 8 of 64 x 64 */
{
    return { .m = 128, .n = 256, .k = 64 * random_between(random, 5, 8) };
}

static struct shape drawn_block(struct random *random)
{
    return { .m = 128 * random_between(random, 1, 2),
             .n = 128 * random_between(random, 2, 3),
             .k = 32 * random_between(random, 4, 7) };
}

// clang-format off
#define MANY .shape = { .at = { .m = 2048, .n = 1024, .k = 16 }, .draw = many_tiles }
#define FEW .shape = { .at = { .m = 128, .n = 256, .k = 256 }, .draw = few_tiles }
static const struct goal goals[] = {
    { .version = "gpu_ex61", .counts = SHARED_LOADED_ANEW_BYTES, .per = PER_FMA, .most = 2.75, MANY,
      .says = { "bytes of shared memory read per FMA, where tiles are many",
                "bytes de memoria compartida leídos por FMA, con muchas teselas" } },
    { .version = "gpu_ex61", .counts = LOADED_BYTES, .per = PER_FMA, .most = 0.3, MANY,
      .says = { "bytes of A and B loaded per FMA, where tiles are many",
                "bytes de A y B leídos por FMA, con muchas teselas" } },
    { .version = "gpu_ex61", .counts = LOADED_BYTES, .in_one_block = true, .per = PER_INPUT_BYTE,
      .most = 0.28, FEW,
      .says = { "times all of A and B is loaded by one block, where tiles are few",
                "veces todo A y B lee un solo bloque, con pocas teselas" } },
    { .version = "gpu_ex62", .counts = GLOBAL_BYTES, .per = PER_FLOP, .most = 0.16,
      .shape = { .at = { .m = 256, .n = 256, .k = 256 }, .draw = drawn_block },
      .says = { "bytes of global memory per FLOP", "bytes de memoria global por FLOP" } },
    { .version = "gpu_ex63", .counts = STORED_SECTORS, .per = PER_OUTPUT_SECTOR, .most = 2.5,
      .shape = { .draw = im2col_like_largest }, /* 40 x 50 x 4, kernel 3 */
      .says = { "times the least sectors are stored", "veces los sectores mínimos se escriben" } },
    {},
};
// clang-format on
