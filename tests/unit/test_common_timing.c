/* common/timing: the clock, the sampling loop, the statistics. */
#include "unit.h"
#include <time.h>
#include "common/engine/timing.h"

#define assert_near(x, y) assert_float_equal(x, y, 1e-9)

static void wait_ms(double ms)
{
    double until = now_ms() + ms;

    while (now_ms() < until)
        ;
}

TEST(clock_goes_forward_in_milliseconds)
{
    struct timespec nap = { 0, 20 * 1000 * 1000 };
    double start = now_ms(), last = start;

    for (int i = 0; i < 1000; i++) {
        double now = now_ms();
        assert_true(now >= last);
        last = now;
    }
    nanosleep(&nap, NULL);
    assert_true(now_ms() - start >= 20);
    assert_true(now_ms() - start < 20000); /* not microseconds */
}

TEST(quantiles_lie_between_neighbours)
{
    const double five[] = { 1, 2, 3, 4, 5 }, two[] = { 1, 2 }, one[] = { 7 };

    assert_near(quantile(five, 5, 0.5), 3);
    assert_near(quantile(five, 5, 0.05), 1.2);
    assert_near(quantile(five, 5, 0.95), 4.8);
    assert_near(quantile(five, 5, 0), 1);
    assert_near(quantile(five, 5, 1), 5);
    assert_near(quantile(two, 2, 0.5), 1.5);
    assert_near(quantile(one, 1, 0.05), 7);
}

TEST(stats_are_of_sorted_values_and_no_mean)
{
    double skewed[] = { 1, 100, 1, 1, 1, 1, 1, 1, 1, 0 };
    struct stats stats = stats_of(skewed, 10);

    assert_int_equal(stats.samples, 10);
    assert_near(stats.median_ms, 1); /* the mean would be 10.8 */
    assert_near(stats.p05_ms, 0.55 * 0 + 0.45 * 1);
    assert_near(stats.p95_ms, 0.45 * 1 + 0.55 * 100);
    assert_int_equal(stats.capped, 0);
}

/* A twentieth of nine samples is none of them. */
TEST(few_samples_have_a_range_and_no_percentiles)
{
    double nine[] = { 5, 9, 8, 7, 1, 6, 4, 3, 2 }, one[] = { 7 };
    struct stats stats = stats_of(nine, 9);

    assert_int_equal(MIN_PERCENTILES, 10);
    assert_near(stats.median_ms, 5);
    assert_near(stats.p05_ms, 1);
    assert_near(stats.p95_ms, 9);
    stats = stats_of(one, 1);
    assert_near(stats.median_ms, 7);
    assert_near(stats.p05_ms, 7);
    assert_near(stats.p95_ms, 7);
}

TEST(the_clock_has_a_step)
{
    double step = clock_step_ms();

    assert_true(step > 0);
    assert_true(step < 20); /* the coarsest clock of any system ticks 64 times a second */
}

/* An experiment that counts its calls and shows what it is told. */
struct script {
    int calls;
    double busy_ms; /* how long a repetition takes */
};

static void slow_at_first(struct script *script, double ms[2])
{
    wait_ms(script->busy_ms);
    ms[0] = script->calls < 3 ? 1000 : script->calls;
    ms[1] = -ms[0];
    script->calls++;
}

/* The sampling loop, with two stopwatches. */
static void sample(struct script *script, bool warm, struct limits limits, struct stats stats[2])
{
    struct sampling s = sampling_begin(&limits, 2);
    double ms[2];

    s.warm = warm;
    while (sampling_next(&s)) {
        slow_at_first(script, ms);
        for (int i = 0; i < 2; i++)
            sampling_keep(&s, i, ms[i], 0);
    }
    sampling_end(&s, stats);
}

TEST(warm_ups_are_not_counted_and_stopwatches_are_kept_apart)
{
    struct script script = { 0, 0 };
    struct stats stats[2];

    sample(&script, false, (struct limits){ 5, 0, 1 }, stats);
    assert_near(stats[0].median_ms, 5); /* of 3, 4, 5, 6, 7 */
    assert_near(stats[0].p95_ms, 7);    /* no 1000 among them */
    assert_near(stats[1].median_ms, -5);
    assert_near(stats[1].p05_ms, -7);
    assert_near(stats[1].p95_ms, -3);
}

/* Limits: samples, least seconds, most seconds. A cap is admitted when it was what stopped it. */
TEST(samples_end_at_their_limits)
{
    enum { ANY = -1 };
    static const struct {
        const char *what;
        struct script script;
        bool warm;
        struct limits limits;
        int calls, least, most, capped;
        double least_ms;
    } ends[] = {
        { "three warm-ups", { 0, 0 }, false, { 5, 0, 1 }, 3 + 5, 5, 5, 0, 0 },
        { "one of something slow", { 0, 110 }, false, { 1, 0, 1 }, 1 + 1, 1, 1, 0, 0 },
        { "none without time", { 0, 0 }, false, { 1, 0, 0 }, 1, 1, 1, 0, 0 },
        { "none of what is warm", { 3, 0 }, true, { 5, 0, 1 }, 3 + 5, 5, 5, 0, 0 },
        { "the least time", { 0, 1 }, false, { 1, 0.05, 10 }, ANY, 2, 10000, 0, 50 },
        { "the cap, behind its last", { 0, 5 }, false, { 1000, 0, 0.02 }, ANY, 1, 5, 1, 0 },
        { "one, without time", { 0, 1 }, false, { 10, 0, 0 }, 1, 1, 1, 1, 0 },
        { "the room", { 0, 0 }, false, { 10, 600, 600 }, ANY, MAX_SAMPLES, MAX_SAMPLES, 0, 0 },
    };

    for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
        struct script script = ends[i].script;
        struct stats stats[2];
        double start = now_ms();

        sample(&script, ends[i].warm, ends[i].limits, stats);
        double ms = now_ms() - start;
        if ((ends[i].calls != ANY && script.calls != ends[i].calls) ||
            stats[0].samples < ends[i].least || stats[0].samples > ends[i].most ||
            stats[0].capped != ends[i].capped || stats[1].capped != ends[i].capped ||
            ms < ends[i].least_ms)
            fail_msg("%s: %d calls, %d samples, capped %d, %g ms", ends[i].what, script.calls,
                     stats[0].samples, stats[0].capped, ms);
    }
}

TEST(a_round_knows_what_it_counts_for)
{
    struct limits limits = { 5, 0, 60 };
    struct sampling s = sampling_begin(&limits, 1);
    struct stats stats;
    int rounds = 0, warm_ups = 0;

    for (; sampling_next(&s); rounds++) {
        assert_true(s.warming_up ? rounds < 3 : rounds > 0);
        warm_ups += s.warming_up;
        assert_int_equal(s.samples, rounds + s.warming_up - warm_ups);
        assert_int_equal(s.last, s.samples == 5 - 1);
        sampling_keep(&s, 0, rounds, 1);
    }
    assert_int_equal(rounds, warm_ups + 5);
    sampling_end(&s, &stats);
    assert_int_equal(stats.samples, 5);
    assert_int_equal(stats.preempted, 5); /* not while it warmed up */
}

TEST(a_round_may_leave_out_a_time)
{
    struct limits limits = { 4, 0, 60 };
    struct sampling s = sampling_begin(&limits, 3);
    struct stats stats[3];

    while (sampling_next(&s)) {
        sampling_keep(&s, 0, 2, 0);
        if (s.samples >= 2)
            sampling_keep(&s, 1, s.samples, 0);
    }
    sampling_end(&s, stats);
    assert_int_equal(stats[0].samples, 4);
    assert_int_equal(stats[1].samples, 2);
    assert_near(stats[1].median_ms, 2.5);
    assert_int_equal(stats[1].capped, 0);
    assert_int_equal(stats[2].samples, 0);
}

TEST(a_loop_may_be_left_early)
{
    struct limits limits = { 4, 0, 0 };
    struct sampling s = sampling_begin(&limits, 1);
    struct stats stats;

    assert_true(sampling_next(&s) && !s.warming_up);
    sampling_end(&s, &stats);
    assert_int_equal(stats.samples, 0);
}

/* Also what it waits; but not what others had of its core. */
TEST(a_threads_own_time_is_told)
{
    const struct timespec nap = { 0, 20 * 1000 * 1000 };
    struct begun begun = begun_now();

    wait_ms(10);
    assert_true(own_ms(&begun) > 0); /* of these 10 ms others may have had most */
    begun = begun_now();
    nanosleep(&nap, NULL);
    double own = own_ms(&begun);
    if (begun_now().preempted == begun.preempted)
        assert_true(own >= 20);
    begun = begun_now();
    begun.preempted--; /* as if its core had been taken away */
    nanosleep(&nap, NULL);
    assert_true(own_ms(&begun) < 10);
}
