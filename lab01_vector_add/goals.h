/* Lab 1 - the goals: when is an exercise done, and not only right? What `make progress` and
 * `make traffic01` count of it must be at most this. The sheet says why. */
#pragma once

#include "common/engine/engine.h"

#define N (1 << 22)

static struct shape above_2n(struct random *random)
{
    return { .n = 1024 * random_between(random, 2 * N / 1024 + 1, 9 * N / 4096) };
}

static struct shape below_n(struct random *random)
{
    return { .n = 1024 * random_between(random, N / 4096, N / 2048) };
}

// clang-format off
static const struct goal goals[] = {
    { .version = "gpu_ex11", .counts = THREADS_LAUNCHED, .per = PER_ELEMENT, .most = 0.1,
      .shape = { .at = { .n = 2 * N }, .minus = { .n = N }, .draw = above_2n },
      .says = { "more threads for each further element",
                "hilos más por cada elemento más" } },
    { .version = "gpu_ex11", .counts = THREADS_LAUNCHED, .per = PER_ELEMENT, .most = 0.5,
      .shape = { .at = { .n = 2 * N }, .draw = above_2n },
      .says = { "threads per element", "hilos por elemento" } },
    { .version = "gpu_ex11", .counts = LOADED_SECTORS, .per = PER_INPUT_SECTOR, .most = 1.5,
      .shape = { .at = { .n = 2 * N }, .draw = above_2n },
      .says = { "times the least sectors are loaded", "veces los sectores mínimos se leen" } },
    { .version = "gpu_ex11", .counts = STORED_SECTORS, .per = PER_OUTPUT_SECTOR, .most = 1.5,
      .shape = { .at = { .n = 2 * N }, .draw = above_2n },
      .says = { "times the least sectors are stored", "veces los sectores mínimos se escriben" } },
    { .version = "gpu_ex12", .counts = LOADED_NARROW_BYTES, .per = PER_INPUT_BYTE, .most = 0.1,
      .shape = { .at = { .n = N }, .draw = below_n },
      .says = { "times all of a and b is loaded in pieces below 16 bytes",
                "veces se lee todo a y b en trozos de menos de 16 bytes" } },
    { .version = "gpu_ex12", .counts = STORED_NARROW_BYTES, .per = PER_OUTPUT_BYTE, .most = 0.1,
      .shape = { .at = { .n = N }, .draw = below_n },
      .says = { "times all of c is stored in pieces below 16 bytes",
                "veces se escribe todo c en trozos de menos de 16 bytes" } },
    { .version = "gpu_ex12", .counts = LOADED_BYTES, .per = PER_INPUT_BYTE, .most = 1.25,
      .shape = { .at = { .n = N }, .draw = below_n },
      .says = { "times all of a and b is loaded", "veces se lee todo a y b" } },
    {},
};
// clang-format on
