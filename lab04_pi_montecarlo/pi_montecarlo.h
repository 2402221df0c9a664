/* Lab 4 - Monte Carlo pi: how many of n random points of a square lie in its quarter circle? The
 * contract between the kernels (pi_montecarlo.cu, yours) and the experiment (lab04.cu).
 *
 * Sample i is the same point everywhere: a function of (seed, i) alone. So the number of hits among
 * samples 0 .. n-1 is one whole number, the same for any grid, in any order, on any machine, and a
 * version is right if it finds exactly that one. pi is about 4 hits / n.
 *
 * Shapes: 1 <= samples <= 2^50, odd ones too; a sample's number does not fit in 32 bits. d_counts
 * has PI_THREADS elements and d_hits one, 8 bytes each, on the device, aligned to 256 bytes, filled
 * with something that is not 0. v1 writes all of d_counts, whose sum is the number of hits; the
 * others write the number of hits to d_hits[0]. A launcher writes nothing else, launches on the
 * default stream and does not wait. */
#ifndef PI_MONTECARLO_H
#define PI_MONTECARLO_H

#include "common/cuda_check.h"

#define PI_THREADS (1 << 18) /* an H200 holds 132 x 2,048 = 270,336 threads at a time */

void pi_montecarlo_v1(unsigned long long *d_counts, unsigned long long samples,
                      unsigned long long seed);
void pi_montecarlo_ex41(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed);
void pi_montecarlo_ex42(unsigned long long *d_hits, unsigned long long samples,
                        unsigned long long seed);

/* ---- the samples: given, for CPU and GPU ---------------------------------------------------- */

struct philox_words {
    unsigned int x, y, z, w;
};

/* All 64 bits of the product a b: one instruction of a GPU. nvcc would make two, one for each half,
 * or widen what follows to 64 bits; so it is named. */
static __host__ __device__ inline unsigned long long wide_product(unsigned int a, unsigned int b)
{
#if defined __CUDA_ARCH__ && (defined BUILT_FOR_GPU || defined BUILT_BY_NVCC)
    unsigned long long both;

    asm("mul.wide.u32 %0, %1, %2;" : "=l"(both) : "r"(a), "r"(b));
    return both;
#else
    return (unsigned long long)a * b;
#endif
}

/* Philox4x32-10: 128 random bits, a function of a counter and a key alone. (Salmon, Moraes, Dror,
 * Shaw: Parallel random numbers: as easy as 1, 2, 3. SC 2011.) Ten rounds of two products of
 * 32 x 32 bits, whose high halves are mixed with the other words and the key. The words have 32
 * bits, as a GPU's registers do. */
static __host__ __device__ inline struct philox_words
philox4x32_10(struct philox_words c, unsigned int key0, unsigned int key1)
{
    for (int round = 0; round < 10; round++) {
        unsigned long long xx = wide_product(0xD2511F53u, c.x), zz = wide_product(0xCD9E8D57u, c.z);

        c.x = (unsigned int)(zz >> 32) ^ c.y ^ key0;
        c.y = (unsigned int)zz;
        c.z = (unsigned int)(xx >> 32) ^ c.w ^ key1;
        c.w = (unsigned int)xx;
        key0 += 0x9E3779B9u; /* 2^32 times the golden ratio, less its whole part, */
        key1 += 0xBB67AE85u; /* and of the square root of 3 */
    }
    return c;
}

/* The words of counter `pair`: (x, y) is sample 2 pair, (z, w) is sample 2 pair + 1. */
static __host__ __device__ inline struct philox_words pi_points(unsigned long long pair,
                                                                unsigned long long seed)
{
    struct philox_words counter = { (unsigned int)pair, (unsigned int)(pair >> 32), 0, 0 };

    return philox4x32_10(counter, (unsigned int)seed, (unsigned int)(seed >> 32));
}

/* 1 if the point (x / 2^32, y / 2^32) lies in the circle, x^2 + y^2 <= 2^64; else 0. In whole
 * numbers, so that nothing is rounded. A sum outside the circle needs 65 bits: in 64 bits it wraps
 * around and is smaller than either square. (The sum is never exactly 2^64, because that is a sum
 * of two squares only as 2^64 + 0. Points lie at the lower left corners of cells 2^-32 wide; that
 * shifts pi by 1e-9, which only 1e18 samples would show.) */
static __host__ __device__ inline int pi_inside(unsigned int x, unsigned int y)
{
    unsigned long long xx = (unsigned long long)x * x, yy = (unsigned long long)y * y;

    return xx + yy >= xx;
}

/* How many pairs hold `samples` samples: rounded up, the last may be half. */
static __host__ __device__ inline unsigned long long pi_pairs(unsigned long long samples)
{
    return samples / 2 + samples % 2;
}

/* How many samples of a pair are hits: 0, 1 or 2. Of the last pair of an odd number of samples only
 * the first one counts. */
static __host__ __device__ inline int pi_hits(unsigned long long pair, unsigned long long samples,
                                              unsigned long long seed)
{
    struct philox_words words = pi_points(pair, seed);
    int both = 2 * pair + 1 < samples;

    return pi_inside(words.x, words.y) + (both & pi_inside(words.z, words.w));
}

#endif
