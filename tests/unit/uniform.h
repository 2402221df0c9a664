/* Floats from -1 to 1, the same for each seed and stream. */
#pragma once

#include "common/engine/random.h"

static inline void uniform(float *x, size_t count, uint64_t seed, uint64_t stream)
{
    struct random random = { seed, stream };

    random_floats(x, count, 1, &random);
}
