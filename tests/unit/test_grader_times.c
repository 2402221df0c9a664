/* solutions/grader/sandbox/tree.c: which of the time that passes a submission has used. */
#include "unit.h"
#include "solutions/grader/sandbox/tree.c"

/* In a tenth of a second, where it had computed and waited 5 s before. */
static double used(double computed, double waited, bool ready)
{
    const struct times before = { 5, 5, false }, now = { 5 + computed, 5 + waited, ready };

    return times_used(0.1, &before, &now);
}

TEST(what_it_computes_and_sleeps_is_its_own)
{
    assert_float_equal(used(0.1, 0, true), 0.1, 1e-9);
    assert_float_equal(used(0.2, 0, true), 0.2, 1e-9); /* by two threads */
    assert_float_equal(used(0, 0, false), 0.1, 1e-9);
    assert_float_equal(used(0.04, 0, false), 0.1, 1e-9);
}

TEST(where_others_compute_it_uses_nothing)
{
    assert_float_equal(used(0, 0.1, true), 0, 1e-9);
    assert_float_equal(used(0.02, 0.08, false), 0.02, 1e-9);
    assert_float_equal(used(0.02, 6, true), 0.02, 1e-9); /* 60 threads wait */
}

/* A compiler of many short programs: what those waited is no longer known. */
TEST(those_that_have_ended_did_not_sleep)
{
    assert_float_equal(used(0.01, -3, true), 0.01, 1e-9);
    assert_float_equal(used(-0.01, 0, true), 0, 1e-9); /* nor is what they computed */
}
