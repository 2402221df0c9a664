/* lab04_pi_montecarlo/pi_montecarlo.h: the samples. Philox4x32-10 against the published known
 * answers, on the host and on the device; and the decision inside or outside, in whole numbers. */
#include "unit.h"
#include <stdio.h>
#include <string.h>
#include "common/engine/device.h"
#include "pi_montecarlo.h"

/* Random123, tests/kat_vectors, the lines "philox4x32 10": counter, key, answer. */
struct known {
    struct philox_words counter;
    unsigned int key0, key1;
    struct philox_words answer;
};

static const struct known known[] = {
    { { 0, 0, 0, 0 }, 0, 0, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
    { { 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff },
      0xffffffff,
      0xffffffff,
      { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
    { { 0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344 },
      0xa4093822,
      0x299f31d0,
      { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
};

#define KNOWN ((int)(sizeof(known) / sizeof(*known)))

TEST(philox_gives_the_known_answers_on_the_host)
{
    for (int i = 0; i < KNOWN; i++) {
        struct philox_words got = philox4x32_10(known[i].counter, known[i].key0, known[i].key1);
        assert_memory_equal(&got, &known[i].answer, sizeof(got));
    }
}

__global__ void philox_kernel(struct known *k)
{
    k[threadIdx.x].answer =
        philox4x32_10(k[threadIdx.x].counter, k[threadIdx.x].key0, k[threadIdx.x].key1);
}

TEST(philox_gives_the_known_answers_on_the_device)
{
    struct known got[KNOWN], *d_got;

    memcpy(got, known, sizeof(known));
    for (int i = 0; i < KNOWN; i++)
        got[i].answer.x = 0;
    CUDA_CHECK(cudaMalloc((void **)&d_got, sizeof(got)));
    CUDA_CHECK(cudaMemcpy(d_got, got, sizeof(got), cudaMemcpyHostToDevice));
    philox_kernel<<<1, KNOWN>>>(d_got);
    CUDA_CHECK(cudaMemcpy(got, d_got, sizeof(got), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_got));
    assert_memory_equal(got, known, sizeof(got));
}

/* The counter and the seed enter with all their bits, in the places that cuRAND gives them. */
TEST(points_are_philox_of_pair_and_seed)
{
    struct philox_words counter = { 0x89abcdef, 0x01234567, 0, 0 };
    struct philox_words want = philox4x32_10(counter, 0x76543210, 0xfedcba98);
    struct philox_words got = pi_points(0x0123456789abcdef, 0xfedcba9876543210);

    assert_memory_equal(&got, &want, sizeof(got));
}

/* The same decision in 128 bits, where nothing can run over. */
static int inside_in_128_bits(unsigned int x, unsigned int y)
{
    return (unsigned __int128)x * x + (unsigned __int128)y * y <= (unsigned __int128)1 << 64;
}

TEST(inside_is_decided_exactly)
{
    const unsigned int most = 0xffffffff;
    int hits = 0;

    assert_int_equal(pi_inside(0, 0), 1);
    assert_int_equal(pi_inside(most, 0), 1);
    assert_int_equal(pi_inside(most, 92681), 1); /* the sum is 2^64 - 166,830, */
    assert_int_equal(pi_inside(most, 92682), 0); /* and 2^64 + 18,533 */
    assert_int_equal(pi_inside(92681, most), 1);
    assert_int_equal(pi_inside(92682, most), 0);
    assert_int_equal(pi_inside(most, most), 0);
    for (unsigned int i = 0; i < 1000000; i++) {
        struct philox_words w = pi_points(i, 3);
        assert_int_equal(pi_inside(w.x, w.y), inside_in_128_bits(w.x, w.y));
        hits += pi_inside(w.x, w.y);
    }
    assert_in_range(hits, 785398 - 5 * 411, 785398 + 5 * 411); /* five standard deviations */
}

TEST(an_odd_number_of_samples_takes_half_of_the_last_pair)
{
    struct philox_words w;
    unsigned long long i = 0;

    assert_int_equal(pi_pairs(1), 1);
    assert_int_equal(pi_pairs(2), 1);
    assert_int_equal(pi_pairs(3), 2);
    assert_true(pi_pairs((1ull << 50) + 1) == (1ull << 49) + 1);
    do /* a pair whose second sample is a hit */
        w = pi_points(++i, 1);
    while (!pi_inside(w.z, w.w));
    assert_int_equal(pi_hits(i, 2 * i + 1, 1), pi_inside(w.x, w.y));
    assert_int_equal(pi_hits(i, 2 * i + 2, 1), pi_inside(w.x, w.y) + 1);
    assert_int_equal(pi_hits(i, 1ull << 50, 1), pi_inside(w.x, w.y) + 1);
}
