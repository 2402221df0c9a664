/* Lab 5 - the goals: when is an exercise done, and not only right? What `make progress` and
 * `make traffic05` count of it must be at most this. The sheet says why. */
#pragma once

#include "lab05.h"
#include "shapes.h"

static const struct transfer sixteen_chunks = { .n = 1 << 16, .ops = 1, .chunks = 16, .steps = 1 };

static struct shape small_transfer(struct random *random)
{
    return draw(0, 1 << 16, random);
}

// clang-format off
static const struct goal goals[] = {
    { .version = "gpu_ex51", .counts = COPIES_THAT_WAIT, .most = 0,
      .shape = { .draw = small_transfer },
      .says = { "copies for which the CPU waits", "copias por las que espera la CPU" } },
    { .version = "gpu_ex51", .counts = WAITS, .most = 1, .shape = { .draw = small_transfer },
      .says = { "calls that wait for the device", "llamadas que esperan al dispositivo" } },
    { .version = "gpu_ex52", .counts = LONGEST_CHAIN, .most = 36,
      .shape = { .at = { .n = 1 << 16, .own = &sixteen_chunks } },
      .says = { "copies and kernels, of 48, wait for one another in a row",
                "copias y kernels, de 48, se esperan uno tras otro" } },
    {},
};
// clang-format on
