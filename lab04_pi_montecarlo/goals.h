/* Lab 4 - the goals: when is an exercise done, and not only right? What `make progress` and
 * `make traffic04` count of it must be at most this. The sheet says why. */
#pragma once

#include "common/engine/engine.h"

static struct shape drawn_samples(struct random *random)
{
    return { .n = 1024 * random_between(random, 65, 96) };
}

// clang-format off
#define N .shape = { .at = { .n = 1 << 16 }, .draw = drawn_samples }
/* A tree, with shuffles or without: what no good one needs more of. */
#define OF_A_TREE(ex)                                                                              \
    { .version = ex, .counts = GLOBAL_BYTES, .per = PER_ELEMENT, .most = 0.7, N,                   \
      .says = { "bytes of global memory per sample", "bytes de memoria global por muestra" } },    \
    { .version = ex, .counts = LOADS_OF_A_THREAD, .in_one_block = true, .most = 48, N,             \
      .says = { "loads by one thread", "lecturas de un hilo" } },                                  \
    { .version = ex, .counts = TRIPS_OF_A_THREAD, .in_one_block = true, .per = PER_ELEMENT,        \
      .most = 0.02, N,                                                                             \
      .says = { "trips of one thread through loops, per sample",                                   \
                "vueltas de bucle de un hilo por muestra" } },                                     \
    { .version = ex, .counts = ATOMICS_OF_A_WARP, .in_one_block = true, .most = 4, N,              \
      .says = { "atomics of a warp", "operaciones atómicas de un warp" } },                        \
    { .version = ex, .counts = GLOBAL_ATOMICS, .in_one_block = true, .most = 4, N,                 \
      .says = { "atomics of a block on global memory",                                             \
                "operaciones atómicas de un bloque en memoria global" } },                         \
    { .version = ex, .counts = WARP_BLOCKS, .most = 4, N,                                          \
      .says = { "blocks of a single warp", "bloques de un solo warp" } }
static const struct goal goals[] = {
    OF_A_TREE("gpu_ex41"),
    OF_A_TREE("gpu_ex42"),
    { .version = "gpu_ex42", .counts = SHARED_STORES, .in_one_block = true, .most = 100, N,
      .says = { "numbers that a block stores in shared memory",
                "números que un bloque guarda en memoria compartida" } },
    {},
};
// clang-format on
