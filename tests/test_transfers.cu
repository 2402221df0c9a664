/* Lab 5: what a grader calls, the opponent on the CPU, and what follows from the times. The lab and
 * its answers, with another main. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
extern "C" {
#include <cmocka.h>
}
#define main lab05_main
#include "lab05_transfers/lab05.cu"
#undef main
#include "solutions/transfers.cu"

/* ---- the arithmetic ------------------------------------------------------------------------- */

/* One operation, worked out in double, where the product is exact: rounded once. */
static void test_an_operation_is_fused(void **)
{
    float x[1000];

    transfers_inputs(x, COUNT(x), 3);
    for (int i = 0; i < COUNT(x); i++) {
        float want = (float)((double)x[i] * (1 - 0x1p-12) + 0x1p-11);
        assert_true(transfers_element(x[i], 1) == want);
    }
}

/* No two numbers of operations give the same, so a step too few or too many is seen everywhere. */
static void test_every_operation_shows_in_every_element(void **)
{
    float x[200];

    transfers_inputs(x, COUNT(x), 4);
    for (int i = 0; i < COUNT(x); i++)
        for (int ops = 0; ops < 10500; ops++) {
            float next = transfers_element(x[i], 1);
            assert_true(next > x[i]);
            x[i] = next;
        }
}

static void test_the_opponent_is_equal_to_the_bit(void **)
{
    static const int sizes[] = { 1, 3, 127, 128, 129, 1000, 4097 };

    for (int s = 0; s < COUNT(sizes); s++) {
        int n = sizes[s];
        float x[4097], y[4098], want[4097];
        transfers_inputs(x, n, s);
        transfers_reference(want, x, n, 7, 3);
        y[n] = -5;
        openmp(y, x, n, 21);
        assert_memory_equal(y, want, n * sizeof(float));
        assert_true(y[n] == -5);
        serial(y, x, n, 21);
        assert_memory_equal(y, want, n * sizeof(float));
    }
}

/* ---- for whoever grades --------------------------------------------------------------------- */

static void test_every_version_runs_on_plain_arrays(void **)
{
    float x[1000], y[1000], want[1000];

    transfers_inputs(x, COUNT(x), 5);
    for (int v = 0; v < COUNT(versions); v++) {
        int steps = versions[v].ten ? 6 : 1;
        struct check check;
        transfers_reference(want, x, COUNT(x), 9, steps);
        assert_int_equal(transfers_run(versions[v].name, y, x, COUNT(x), 9, steps, 7), 0);
        check_begin(&check, versions[v].name, "", NULL);
        check_at(&check, "here");
        transfers_check(&check, y, want, COUNT(x));
        assert_int_equal(check_state(&check), STATE_OK);
    }
    assert_int_equal(transfers_run("gpu_ex99", y, x, COUNT(x), 9, 1, 7), -1);
}

static void test_the_check_wants_every_bit(void **)
{
    float want[100], y[100];

    transfers_inputs(want, COUNT(want), 6);
    for (int i = 0; i < COUNT(want); i++) {
        struct check check;
        memcpy(y, want, sizeof(y));
        y[i] = nextafterf(y[i], 2);
        check_begin(&check, "gpu_v1", "", NULL);
        check_at(&check, "here");
        transfers_check(&check, y, want, COUNT(want));
        assert_int_equal(check_state(&check), STATE_WRONG);
    }
}

static void test_guards_lie_on_both_sides(void **)
{
    struct buffer b = buffer_make(PAGEABLE, 5);
    static const int outside[] = { -CHECK_GUARD, -1, 5, 5 + CHECK_GUARD - 1 };

    for (int i = -1; i < COUNT(outside); i++) {
        struct check check;
        check_begin(&check, "gpu_v1", "", NULL);
        check_written(&check, 1);
        poison(&b);
        memset(b.data, 0, 5 * sizeof(float));
        if (i >= 0)
            b.data[outside[i]] = 1;
        check_around(&check, "y", b.data, 5, poison_byte(&b));
        assert_int_equal(check_state(&check), i < 0 ? STATE_OK : STATE_WRONG);
    }
    buffer_free(&b);
}

/* ---- what follows from the times ------------------------------------------------------------ */

static void test_where_the_lines_cross(void **)
{
    const double cpu[] = { 1, 10, 100, 1000 };
    const double level[] = { 30, 30, 30, 30 }, worse[] = { 2, 20, 200, 2000 };
    const double better[] = { 0.5, 5, 50, 500 }, late[] = { 0.5, 20, 50, 500 };

    assert_true(fabs(crossing(cpu, level) - 30) < 1e-9); /* both are straight lines */
    assert_true(crossing(cpu, worse) == -1);
    assert_true(crossing(cpu, better) == 0);
    double from = crossing(cpu, late); /* beyond the last point that was lost */
    assert_true(from > 10 && from < 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_operation_is_fused),
        cmocka_unit_test(test_every_operation_shows_in_every_element),
        cmocka_unit_test(test_the_opponent_is_equal_to_the_bit),
        cmocka_unit_test(test_every_version_runs_on_plain_arrays),
        cmocka_unit_test(test_the_check_wants_every_bit),
        cmocka_unit_test(test_guards_lie_on_both_sides),
        cmocka_unit_test(test_where_the_lines_cross),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
