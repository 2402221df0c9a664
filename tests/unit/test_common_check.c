/* common/check: what is accepted, what is rejected, and in which words. */
#include "unit.h"
#include <float.h>
#include <math.h>
#include <signal.h>
#include "common/engine/check.h"
#include "uniform.h"
#include "capture.h"

#define N 257

static float got[N], want[N];
static struct check check;

/* A right answer of N floats, and a fresh check of an exercise. */
static int set_up(void **state)
{
    uniform(want, N, 1, 0);
    memset(got, POISON_BYTE, sizeof(got));
    memcpy(got, want, sizeof(want));
    check_begin(&check, "gpu_ex11", "a fixed grid", "1.1");
    check_at(&check, "n = %d", N);
    return 0;
}

static void compare(void)
{
    check_output(&check, got, want, N, 0, FLT_EPSILON, NULL, NULL);
}

static void assert_wrong(const char *message, const char *detail)
{
    assert_int_equal(check_state(&check), STATE_WRONG);
    assert_string_equal(check.message, message);
    assert_said(check.detail, detail);
}

TEST_WITH(the_right_answer_is_ok, set_up, NULL)
{
    compare();
    assert_int_equal(check_state(&check), STATE_OK);
}

TEST_WITH(one_unit_in_the_last_place_is_ok_three_are_not, set_up, NULL)
{
    for (int i = 0; i < N; i++)
        got[i] = nextafterf(want[i], 2);
    compare();
    assert_int_equal(check_state(&check), STATE_OK);
    for (int i = 0; i < 3; i++)
        got[7] = nextafterf(got[7], 2);
    compare();
    assert_int_equal(check_state(&check), STATE_WRONG);
}

TEST_WITH(one_element_off_by_a_thousandth_is_wrong, set_up, NULL)
{
    want[200] = 0.5f;
    got[200] = 0.5005f;
    compare();
    assert_wrong("n = 257: element [200] = 0.50050002, expected 0.5",
                 "1 of 257 wrong, worst error 8.39e+03 times the allowed one");
}

TEST_WITH(half_precision_is_wrong, set_up, NULL)
{
    for (int i = 0; i < N; i++)
        got[i] = rintf(want[i] * 2048) / 2048;
    compare();
    assert_int_equal(check_state(&check), STATE_WRONG);
}

/* Accept, never reject: no value that cannot be compared may pass. */
TEST_WITH(nan_and_infinity_are_wrong, set_up, NULL)
{
    const float values[] = { NAN, -NAN, INFINITY, -INFINITY };

    for (int i = 0; i < 4; i++) {
        set_up(NULL);
        got[3] = values[i];
        compare();
        assert_int_equal(check_state(&check), STATE_WRONG);
        assert_string_equal(check.detail, "1 of 257 wrong, none of these is a number");
    }
    set_up(NULL);
    got[3] = want[3] = INFINITY; /* infinity - infinity */
    compare();
    assert_int_equal(check_state(&check), STATE_WRONG);
    set_up(NULL);
    got[3] = want[3] = NAN; /* a reference that knows nothing accepts nothing */
    compare();
    assert_int_equal(check_state(&check), STATE_WRONG);
}

/* 5.4e7 may be within the tolerance of what is right at that place. */
TEST_WITH(poison_that_happens_to_be_right_was_not_written, set_up, NULL)
{
    check.poison = POISON_NUMBER;
    memset(got, POISON_NUMBER, sizeof(got));
    want[7] = got[7];
    compare();
    assert_int_equal(check_state(&check), STATE_TODO);
}

/* Also beside what is no number, and beside what was never written. */
TEST_WITH(the_worst_error_is_of_numbers, set_up, NULL)
{
    got[0] = NAN;
    got[1] = want[1] * 1.5f;
    check.poison = POISON_NUMBER;
    memset(&got[2], POISON_NUMBER, sizeof(float));
    compare();
    assert_string_equal(check.detail, "3 of 257 wrong, worst error 4.19e+06 times the allowed one");
}

TEST_WITH(without_tolerance_no_error_is_so_many_times_the_allowed_one, set_up, NULL)
{
    got[1] = want[1] + 0.5f;
    check_output(&check, got, want, N, 0, 0, NULL, NULL);
    assert_string_equal(check.detail, "1 of 257 wrong");
}

TEST_WITH(a_lost_tail_is_named, set_up, NULL)
{
    memset(&got[256], POISON_BYTE, sizeof(float));
    want[256] = 0.25;
    compare();
    assert_wrong("n = 257: element [256] was never written, or made of what nobody has written, "
                 "expected 0.25",
                 "1 of 257 wrong, none of these was written");
}

TEST_WITH(an_exercise_that_wrote_nothing_anywhere_is_todo, set_up, NULL)
{
    for (int size = 1; size <= N; size += 64) {
        memset(got, POISON_BYTE, sizeof(got));
        check_at(&check, "n = %d", size);
        check_output(&check, got, want, size, 0, 0, NULL, NULL);
        assert_int_equal(check_state(&check), STATE_TODO);
    }
}

TEST_WITH(a_worked_version_that_wrote_nothing_is_wrong, set_up, NULL)
{
    check_begin(&check, "gpu_v1", "worked", NULL);
    check_at(&check, "n = 1");
    memset(got, POISON_BYTE, sizeof(got));
    compare();
    assert_wrong("n = 1: nothing was written", "");
}

TEST_WITH(nothing_at_some_sizes_is_wrong_in_either_order, set_up, NULL)
{
    compare();
    check_at(&check, "n = 3");
    memset(got, POISON_BYTE, sizeof(got));
    compare();
    assert_wrong("n = 3: nothing was written", "");

    set_up(NULL);
    memset(got, POISON_BYTE, sizeof(got));
    check_at(&check, "n = 3");
    compare();
    assert_int_equal(check_state(&check), STATE_TODO);
    memcpy(got, want, sizeof(want));
    check_at(&check, "n = 257");
    compare();
    assert_wrong("n = 3: nothing was written", "");
}

TEST(a_lab_may_compare_itself)
{
    check_begin(&check, "gpu_v1", "worked", "1.1");
    check_at(&check, "n = 7");
    check_written(&check, 0);
    assert_int_equal(check_state(&check), STATE_TODO);
    check_at(&check, "n = 8");
    check_written(&check, 1);
    assert_int_equal(check_state(&check), STATE_WRONG);
    assert_string_equal(check.message, "n = 7: nothing was written");
}

/* What is known of the launcher is that of the run that wrote nothing. */
TEST(nothing_written_has_a_reason)
{
    const char *const words[] = {
        "n = 7: nothing was written: the launcher launches no kernel", "n = 7: nothing was written",
        "n = 7: nothing was written, or all of it is made of what "
        "nobody has written: is it set to 0 first, is each index inside?"
    };

    for (int launches = -1; launches <= 1; launches++) {
        check_begin(&check, "gpu_v1", "worked", "1.1");
        check_at(&check, "n = 7");
        check.launches = launches;
        check_written(&check, 0);
        check_at(&check, "n = 8");
        check.launches = -launches;
        check_written(&check, 1);
        assert_string_equal(check.message, words[launches + 1]);
    }
}

TEST_WITH(the_labs_own_poison_is_said_to_be_poison, set_up, NULL)
{
    memset(&got[2], POISON_SCRATCH, sizeof(got[2]));
    compare();
    assert_int_equal(check_state(&check), STATE_WRONG);
    assert_non_null(strstr(check.message, " = -1.6947395e+38, made of the lab's poison "
                                          "(used before it was copied or written), expected "));
}

TEST_WITH(only_the_first_finding_is_kept, set_up, NULL)
{
    check_fail(&check, "first %d", 1);
    check_fail(&check, "second");
    got[0] = NAN;
    compare();
    assert_wrong("n = 257: first 1", "");
    assert_string_equal(check.detail, "");
}

TEST_WITH(a_later_right_answer_does_not_heal, set_up, NULL)
{
    got[0] += 1;
    compare();
    got[0] = want[0];
    compare();
    assert_int_equal(check_state(&check), STATE_WRONG);
}

TEST_WITH(what_was_never_checked_is_not_right, set_up, NULL)
{
    assert_int_equal(check_state(&check), STATE_WRONG);
    check.skip = "needs a GPU";
    assert_int_equal(check_state(&check), STATE_SKIP);
    check_fail(&check, "but it did something");
    assert_int_equal(check_state(&check), STATE_WRONG);
}

static void coordinates_of(char *text, size_t size, size_t i, const void *shape)
{
    int columns = *(const int *)shape;

    snprintf(text, size, "C[%zu][%zu]", i / columns, i % columns);
}

TEST_WITH(the_lab_names_the_place, set_up, NULL)
{
    int columns = 10;

    got[123] = 2;
    check_output(&check, got, want, N, 1e-3, 0, coordinates_of, &columns);
    assert_said(check.message, "n = 257: C[12][3] = 2, expected");
}

TEST_WITH(a_long_message_is_cut, set_up, NULL)
{
    char text[1000];

    memset(text, 'x', sizeof(text));
    text[999] = 0;
    check_at(&check, "%s", text);
    check_fail(&check, "%s", text);
    assert_int_equal(strlen(check.message), sizeof(check.message) - 1);
}

/* ---- the tolerance of a dot product --------------------------------------------------------- */

static float half(float x) /* rounded to the 11 bits of half precision */
{
    int exponent;
    float fraction = frexpf(x, &exponent);

    return ldexpf(rintf(ldexpf(fraction, 11)), exponent - 11);
}

/* Dot products of length k, in double, in float, and in float from factors of half precision. */
static void dots(int k, int count, float *exact, float *single, float *halved)
{
    float *a = malloc(k * sizeof(*a)), *b = malloc(k * sizeof(*b));

    for (int i = 0; i < count; i++) {
        double sum = 0;
        uniform(a, k, i, 0);
        uniform(b, k, i, 1);
        single[i] = halved[i] = 0;
        for (int p = 0; p < k; p++) {
            sum += (double)a[p] * b[p];
            single[i] += a[p] * b[p];
            halved[i] += half(a[p]) * half(b[p]);
        }
        exact[i] = (float)sum;
    }
    free(a);
    free(b);
}

static enum state with_tolerance(const float *a, const float *b, int k)
{
    check_begin(&check, "gpu_v1", "worked", NULL);
    check_output(&check, a, b, 200, dot_tolerance(k, 1, 1), 0, NULL, NULL);
    return check_state(&check);
}

TEST(float32_passes_half_and_a_thousandth_do_not)
{
    const int lengths[] = { 1, 2, 16, 147, 1024, 4608, 16384 };
    float exact[200], single[200], halved[200];

    for (size_t i = 0; i < sizeof(lengths) / sizeof(*lengths); i++) {
        int k = lengths[i], largest = 0;
        dots(k, 200, exact, single, halved);
        assert_int_equal(with_tolerance(single, exact, k), STATE_OK);
        assert_int_equal(with_tolerance(halved, exact, k), STATE_WRONG);
        for (int j = 0; j < 200; j++)
            if (fabsf(exact[j]) > fabsf(exact[largest]))
                largest = j;
        single[largest] *= 1.001f;
        assert_int_equal(with_tolerance(single, exact, k), STATE_WRONG);
    }
}

TEST(fast_math_is_refused)
{
    if (access("common/engine/check.c", R_OK))
        skip();
    assert_int_equal(system("cc -D_GNU_SOURCE -E common/engine/check.c >/dev/null"), 0);
    assert_int_equal(
        system("cc -D_GNU_SOURCE -E -ffast-math common/engine/check.c 2>&1 >/dev/null |"
               " grep -q 'build it without -ffast-math'"),
        0);
    assert_int_not_equal(
        system("cc -D_GNU_SOURCE -E -ffinite-math-only common/engine/check.c >/dev/null 2>&1"), 0);
}

/* ---- integers ------------------------------------------------------------------------------- */

static int32_t bins[8];
static const int32_t right_bins[8] = { 3, 0, -7, 2147483647, 5, 5, 5, 5 };

/* The right bins, and a fresh check of an exercise whose output was filled with `poison`. */
static void begin_bins(int poison)
{
    memcpy(bins, right_bins, sizeof(bins));
    check_begin(&check, "gpu_ex71", "private bins", "7.1");
    check_at(&check, "n = 22");
    check.poison = poison;
}

static void compare_bins(void)
{
    check_integers(&check, INT32, bins, right_bins, 8, NULL, "bins");
}

TEST(integers_must_be_equal)
{
    begin_bins(POISON_SCRATCH);
    compare_bins();
    assert_int_equal(check_state(&check), STATE_OK);
    bins[3]--; /* as floats the two are the same */
    bins[7] = 0;
    compare_bins();
    assert_wrong("n = 22: bins[3] = 2147483646, expected 2147483647", "2 of 8 wrong");
}

TEST(integers_have_a_sign_or_none)
{
    const uint32_t got_one = 4294967295u, want_one = 4294967294u;

    begin_bins(POISON_SCRATCH);
    bins[2] = 7;
    compare_bins();
    assert_wrong("n = 22: bins[2] = 7, expected -7", "1 of 8 wrong");
    begin_bins(POISON_SCRATCH);
    check_integers(&check, UINT32, &got_one, &want_one, 1, NULL, NULL);
    assert_wrong("n = 22: element [0] = 4294967295, expected 4294967294", "1 of 1 wrong");
}

TEST(integers_that_nobody_wrote_are_named)
{
    const uint64_t want_long[2] = { 1, 2 }, got_long[2] = { 1, 0x4C4C4C4C4C4C4C4Cu };

    begin_bins(POISON_NUMBER);
    check_integers(&check, UINT64, got_long, want_long, 2, NULL, "counts");
    assert_wrong("n = 22: counts[1] was never written, expected 2",
                 "1 of 2 wrong, none of these was written");
    begin_bins(POISON_SCRATCH);
    memset(bins, POISON_SCRATCH, sizeof(bins));
    compare_bins();
    assert_int_equal(check_state(&check), STATE_TODO);
    bins[0] = 3; /* one was written: now the others count */
    compare_bins();
    assert_int_equal(check_state(&check), STATE_WRONG);
}
