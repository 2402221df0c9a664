#include "random.h"

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/* The step of SplitMix64: 2^64 divided by the golden ratio, made odd. */
#define STEP 0x9e3779b97f4a7c15u

uint64_t random_bits(uint64_t seed, uint64_t stream, uint64_t i)
{
    uint64_t key = mix(mix(seed + STEP) + (stream + 1) * STEP);

    return mix(key + (i + 1) * STEP);
}

void random_uniform(float *x, size_t count, uint64_t seed, uint64_t stream)
{
    /* 25 bits from -2^24 to 2^24 - 1: every one is a float, nothing is rounded. */
#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++)
        x[i] = ((int)(random_bits(seed, stream, i) >> 39) - (1 << 24)) * 0x1p-24f;
}
