#include "random.h"

#include <math.h>
#include <time.h>
#include <unistd.h>

#define STEP 0x9e3779b97f4a7c15u /* of SplitMix64: 2^64 / the golden ratio, made odd */

static uint64_t mix(uint64_t x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

uint64_t random_bits(uint64_t seed, uint64_t stream, uint64_t i)
{
    return mix(mix(mix(seed + STEP) + (stream + 1) * STEP) + (i + 1) * STEP);
}

uint64_t random_next(struct random *random)
{
    return random_bits(random->seed, ++random->draws, 0);
}

long long random_between(struct random *random, long long least, long long most)
{
    return least + (long long)(random_next(random) % (uint64_t)(most - least + 1));
}

long long random_size(struct random *random, long long least, long long most)
{
    double part = (random_next(random) >> 11) * 0x1p-53;
    long long size = (long long)(least * pow((most + 1.0) / least, part));

    return size > most ? most : size;
}

double random_scale(struct random *random)
{
    return ldexp(1, (int)random_between(random, -12, 12));
}

float random_float(uint64_t seed, uint64_t stream, uint64_t i, double scale)
{
    return (float)((int64_t)random_bits(seed, stream, i) * (scale * 0x1p-63));
}

void random_floats(float *x, size_t count, double scale, struct random *random)
{
    uint64_t stream = ++random->draws;

#pragma omp parallel for schedule(static)
    for (size_t i = 0; i < count; i++)
        x[i] = random_float(random->seed, stream, i, scale);
}

uint64_t random_seed(void)
{
    struct timespec t;

    clock_gettime(CLOCK_REALTIME, &t);
    return random_bits(t.tv_sec, t.tv_nsec, getpid()) % 1000000000;
}
