/* What a run is for (common/engine/mode.h), as its environment says. */
#include "unit.h"
#include <stdlib.h>
#include "common/engine/mode.h"

static const char *const names[] = { "LAB_CHECK", "LAB_DEBUG", "LAB_TRAFFIC", "LAB_GOALS",
                                     "LAB_LAUNCHES" };
enum { CHECK = 1, DEBUG = 2, TRAFFIC = 4, GOALS = 8, LAUNCHES = 16 };

static enum mode mode_with(int set)
{
    for (int i = 0; i < 5; i++)
        if (set & 1 << i)
            setenv(names[i], "1", 1);
        else
            unsetenv(names[i]);
    return lab_mode();
}

TEST(each_mode_has_its_variables)
{
    assert_int_equal(mode_with(0), MODE_PLAIN);
    assert_int_equal(mode_with(CHECK), MODE_CHECK);
    assert_int_equal(mode_with(CHECK | DEBUG), MODE_DEBUG);
    assert_int_equal(mode_with(CHECK | TRAFFIC), MODE_TRAFFIC);
    assert_int_equal(mode_with(CHECK | TRAFFIC | GOALS), MODE_GOALS);
    assert_int_equal(mode_with(CHECK | LAUNCHES), MODE_LAUNCHES);
    assert_true(counts_traffic() == false && mode_with(CHECK | TRAFFIC) && counts_traffic());
}

TEST(without_lab_check_a_run_is_plain)
{
    assert_int_equal(mode_with(DEBUG | TRAFFIC | GOALS | LAUNCHES), MODE_PLAIN);
}

/* A student's file must not learn from its environment that it is watched. */
TEST(what_is_kept_is_hidden_and_stays)
{
    mode_with(CHECK);
    keep_mode();
    assert_null(getenv("LAB_CHECK"));
    assert_int_equal(lab_mode(), MODE_CHECK);
    assert_int_equal(mode_with(0), MODE_CHECK);
}
