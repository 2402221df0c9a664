/* Lab 4 - on the CPU: what a GPU has to beat. The same Philox on every core, in every SIMD lane. */
#include "pi_montecarlo.h"
#include "pi_versions.h"
#ifdef __AVX2__
#include <immintrin.h>
#endif

#define STRIP 4096

#ifdef __AVX2__
/* STRIP pairs from `first` on, LANES at a time. A lane is 64 bits wide and holds one word in its
 * lower half; a product of two lower halves fills the lane, so nothing has to be moved from lane to
 * lane between two rounds. gcc 12 finds SIMD in the plain loop below as well: several times slower.
 */
#ifdef __AVX512F__
#define LANES 8
#else
#define LANES 4
#endif
typedef count lanes __attribute__((vector_size(8 * LANES)));

/* One micro-operation; Intel's product of whole 64-bit lanes takes three. (gcc 12 warns of the form
 * without maskz; the code is the same.) */
static inline lanes product(lanes a, lanes b)
{
#ifdef __AVX512F__
    return (lanes)_mm512_maskz_mul_epu32(0xFF, (__m512i)a, (__m512i)b);
#else
    return (lanes)_mm256_mul_epu32((__m256i)a, (__m256i)b);
#endif
}

static inline lanes inside(lanes x, lanes y) /* as pi_inside; -1 for a hit */
{
    lanes xx = product(x, x);

    return (lanes)(xx + product(y, y) >= xx);
}

static count hits_of_strip(count first, count seed)
{
    lanes pair = {}, hits = {}, zero = {}, m0 = zero + 0xD2511F53u, m1 = zero + 0xCD9E8D57u;
    count sum = 0;

    for (int l = 0; l < LANES; l++)
        pair[l] = first + l;
    for (int i = 0; i < STRIP; i += LANES, pair += LANES) {
        lanes x = pair, y = pair >> 32, z = zero, w = zero;
        unsigned int key0 = (unsigned int)seed, key1 = (unsigned int)(seed >> 32);
        for (int round = 0; round < 10; round++) {
            lanes a = product(m0, x), b = product(m1, z);
            x = (b >> 32) ^ y ^ key0;
            y = b;
            z = (a >> 32) ^ w ^ key1;
            w = a;
            key0 += 0x9E3779B9u;
            key1 += 0xBB67AE85u;
        }
        hits -= inside(x, y) + inside(z, w);
    }
    for (int l = 0; l < LANES; l++)
        sum += hits[l];
    return sum;
}
#else /* the plain loop, left to the compiler */
static count hits_of_strip(count first, count seed)
{
    count sum = 0;

    for (count i = first; i < first + STRIP; i++)
        sum += pi_hits(i, ~0ull, seed);
    return sum;
}
#endif

void pi_cpu(count *hits, count samples, count seed)
{
    count strips = samples / 2 / STRIP, pairs = pi_pairs(samples), sum = 0;

#pragma omp parallel for reduction(+ : sum) schedule(static)
    for (count s = 0; s < strips; s++)
        sum += hits_of_strip(s * STRIP, seed);
    for (count i = strips * STRIP; i < pairs; i++) /* the rest: less than a strip */
        sum += pi_hits(i, samples, seed);
    *hits = sum;
}
