/* common/pairs: which of two is faster, or that it cannot be told, on times that are made up: with
 * noise as clocks have it, and with machines that get slower while they are being timed. */
#include "unit.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "common/engine/pairs.h"
#include "common/engine/random.h"

#define ROUNDS (MIN_PAIRS / 2)
#define RUNS   100

/* What a machine makes of a time: each of these is a factor. */
struct machine {
    double noise;  /* the spread of a sample, in parts of its time */
    double outlie; /* how often a sample takes up to three times as long */
    double drift;  /* by how much the last sample is slower than the first */
};

static const struct machine quiet = { 0.01, 0, 0 }, noisy = { 0.1, 0.1, 0 },
                            drifting = { 0.01, 0.02, 0.5 };

static double number(struct random *random) /* from 0 to 1 */
{
    return random_next(random) * 0x1p-64;
}

static double sample(const struct machine *machine, struct random *random, double ms, int place)
{
    double normal = -6;

    for (int i = 0; i < 12; i++) /* a sum of twelve is as good as normal */
        normal += number(random);
    ms *= 1 + fabs(machine->noise * normal) + machine->drift * place / (4.0 * ROUNDS);
    return number(random) < machine->outlie ? ms * (1 + 2 * number(random)) : ms;
}

/* One run of V W W V, ... on this machine, where W takes `slower` times as long as V. */
static struct ratio run_on(const struct machine *machine, double slower, int run)
{
    struct random random = { 1000 + run, 0 };
    double v[2 * ROUNDS], w[2 * ROUNDS];

    for (int i = 0; i < ROUNDS; i++) {
        v[2 * i] = sample(machine, &random, 1, 4 * i);
        w[2 * i] = sample(machine, &random, slower, 4 * i + 1);
        w[2 * i + 1] = sample(machine, &random, slower, 4 * i + 2);
        v[2 * i + 1] = sample(machine, &random, 1, 4 * i + 3);
    }
    return compare_pairs(v, w, ROUNDS, run);
}

/* In how many runs the verdict is this. */
static int verdicts(const struct machine *machine, double slower, int verdict)
{
    int count = 0;

    for (int run = 0; run < RUNS; run++)
        count += run_on(machine, slower, run).verdict == verdict;
    return count;
}

TEST(a_version_against_itself_cannot_be_told)
{
    assert_in_range(verdicts(&quiet, 1, 0), 95, RUNS);
    assert_in_range(verdicts(&noisy, 1, 0), 95, RUNS);
    assert_in_range(verdicts(&drifting, 1, 0), 95, RUNS);
}

TEST(three_percent_are_found_and_on_the_right_side)
{
    assert_in_range(verdicts(&quiet, 1.03, 1), 95, RUNS);
    assert_in_range(verdicts(&drifting, 1.03, 1), 95, RUNS);
    assert_in_range(verdicts(&quiet, 1 / 1.03, -1), 95, RUNS);
}

/* Noise that hides it is said to hide it: never the wrong one. */
TEST(three_percent_in_much_noise_never_name_the_slower_one)
{
    assert_int_equal(verdicts(&noisy, 1.03, -1), 0);
}

TEST(under_one_percent_is_no_difference_however_sure)
{
    static const struct machine perfect = { 1e-5, 0, 0 };
    struct ratio ratio = run_on(&perfect, 1.008, 1);

    assert_true(ratio.low > 1); /* it is certain, and too small to matter */
    assert_int_equal(ratio.verdict, 0);
    assert_int_equal(run_on(&perfect, 1.012, 1).verdict, 1);
    assert_int_equal(run_on(&perfect, 1 / 1.008, 1).verdict, 0);
    assert_int_equal(run_on(&perfect, 1 / 1.012, 1).verdict, -1);
}

TEST(the_interval_holds_the_ratio)
{
    struct ratio ratio = run_on(&quiet, 1.5, 1);
    int held = 0;

    assert_true(ratio.low <= ratio.ratio && ratio.ratio <= ratio.high);
    assert_float_equal(ratio.ratio, 1.5, 0.02);
    assert_true(ratio.high - ratio.low > 1e-4); /* an interval it is */
    for (int run = 0; run < RUNS; run++) {
        ratio = run_on(&noisy, 1.5, run);
        held += ratio.low <= 1.5 && 1.5 <= ratio.high;
    }
    assert_in_range(held, 95, RUNS);
}

/* Ten times as slow at the end, without noise. Taken as V W V W, W would seem 2.7 % slower. */
TEST(a_steady_drift_cancels_within_a_round)
{
    static const struct machine melting = { 0, 0, 9 };
    struct ratio ratio = run_on(&melting, 1, 1);

    assert_float_equal(ratio.ratio, 1, 0.005);
    assert_int_equal(ratio.verdict, 0);
}

TEST(the_same_seed_gives_the_same_interval)
{
    struct ratio one = run_on(&noisy, 1, 7), two = run_on(&noisy, 1, 7);

    assert_true(one.ratio == two.ratio && one.low == two.low && one.high == two.high);
    assert_int_equal(one.verdict, two.verdict);
}
