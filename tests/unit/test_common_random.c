/* common/random: seeded, counter-based, and nothing regular for a wrong index to hide behind. */
#include "unit.h"
#include <math.h>
#include <omp.h>
#include <string.h>
#include "uniform.h"

#define N 100003

static float x[N], y[N];

TEST(known_numbers)
{
    assert_true(random_bits(1, 0, 0) == 0xb18a02f46d8d86c3u);
    assert_true(random_bits(1, 0, 1000000007) == 0x5ace072097f25401u);
    assert_true(random_bits(0xffffffffffffffffu, 5, 0xffffffffffffffffu) == 0xde043bd7088a120u);
    uniform(x, 3, 42, 1);
    assert_true(x[0] == 0x1.39521ap-1f && x[1] == -0x1.4d416p-2f && x[2] == 0x1.663274p-1f);
}

TEST(the_same_for_every_thread_count_and_length)
{
    int threads = omp_get_max_threads();

    omp_set_num_threads(1);
    uniform(x, N, 7, 0);
    for (int t = 2; t <= 7; t++) {
        omp_set_num_threads(t);
        memset(y, 0, sizeof(y));
        uniform(y, N, 7, 0);
        assert_memory_equal(x, y, sizeof(x));
    }
    omp_set_num_threads(threads);
    uniform(y, 10, 7, 0);
    assert_memory_equal(x, y, 10 * sizeof(*x));
}

static int equal_places(void)
{
    int equal = 0;

    for (int i = 0; i < N; i++)
        equal += x[i] == y[i];
    return equal;
}

/* Two independent floats are equal at most once in 16 million. */
TEST(seeds_and_streams_differ)
{
    uniform(x, N, 1, 0);
    uniform(y, N, 1, 1);
    assert_true(equal_places() < 5);
    uniform(y, N, 2, 0);
    assert_true(equal_places() < 5);
    uniform(y, N, 0, 1); /* nor does one make up for the other */
    assert_true(equal_places() < 5);
    memcpy(y, x, sizeof(y)); /* this test can fail */
    assert_true(equal_places() == N);
}

/* A third of them has bits below 2^-24: those from 2^-(k+1) to 2^-k have k such bits. */
TEST(from_minus_one_to_one_evenly)
{
    int tenth[10] = { 0 }, fine = 0;
    double sum = 0, squares = 0;

    uniform(x, N, 3, 0);
    for (int i = 0; i < N; i++) {
        assert_true(x[i] >= -1 && x[i] <= 1);
        fine += ldexp(x[i], 24) != floor(ldexp(x[i], 24));
        tenth[(int)fmin((x[i] + 1) * 5, 9)]++;
        sum += x[i];
        squares += (double)x[i] * x[i];
    }
    assert_in_range(fine, 0.32 * N, 0.35 * N);
    for (int i = 0; i < 10; i++)
        assert_true(fabs(tenth[i] - N / 10.) < 5 * sqrt(N / 10.)); /* five standard deviations */
    assert_true(fabs(sum / N) < 5 * sqrt(1. / 3 / N));
    assert_true(fabs(squares / N - 1. / 3) < 5 * sqrt(4. / 45 / N));
}

/* How alike x[i] and x[index(i)] are: 0 for independent numbers, 1 for equal ones. */
static double correlation(int step, int offset)
{
    double sum = 0;

    for (int i = 0; i < N; i++)
        sum += 3.0 * x[i] * x[((long long)i * step + offset + N) % N];
    return sum / N;
}

TEST(sizes_of_every_magnitude)
{
    struct random random = { 5, 0 };
    int decade[4] = { 0 };

    for (int i = 0; i < 10000; i++) {
        long long size = random_size(&random, 10, 99999);
        assert_true(size >= 10 && size <= 99999);
        decade[(int)log10(size) - 1]++;
    }
    for (int i = 0; i < 4; i++)
        assert_true(decade[i] > 2300 && decade[i] < 2700);
    for (int i = 0; i < 10; i++)
        assert_true(random_size(&random, 7, 7) == 7);
}

TEST(whole_numbers_up_to_both_ends)
{
    struct random random = { 5, 0 };
    int seen[3] = { 0 };

    for (int i = 0; i < 3000; i++) {
        long long number = random_between(&random, -1, 1);
        assert_true(number >= -1 && number <= 1);
        seen[number + 1]++;
    }
    for (int i = 0; i < 3; i++)
        assert_in_range(seen[i], 870, 1130); /* five standard deviations */
    assert_true(random_between(&random, 7, 7) == 7);
}

TEST(no_order_that_a_wrong_index_could_hide_behind)
{
    const int distances[] = { 1, 2, 3, 4, 16, 31, 32, 33, 64, 255, 256, 257, 1024, 4096 };

    uniform(x, N, 11, 0);
    for (size_t d = 0; d < sizeof(distances) / sizeof(*distances); d++)
        assert_true(fabs(correlation(1, distances[d])) < 5 / sqrt(N)); /* shifted */
    assert_true(fabs(correlation(-1, N - 1)) < 5 * sqrt(2. / N));      /* reversed */
    for (int i = 0; i < N; i++) /* a symmetric input would not pass */
        x[i] = x[N - 1 - i];
    assert_true(correlation(-1, N - 1) > 0.9);
}
