/* common/engine/energy: a CPU's counters in a folder that this test writes, and what they count. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "unit.h"

#include "common/engine/energy.h"
#include "common/engine/rows.h"

static char folder[] = "/tmp/energy.XXXXXX";

static void write_file(const char *zone, const char *file, const char *text)
{
    char path[128];

    snprintf(path, sizeof(path), "%s/%s", folder, zone);
    mkdir(path, 0755);
    snprintf(path, sizeof(path), "%s/%s/%s", folder, zone, file);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fprintf(f, "%s\n", text);
    fclose(f);
}

static void write_zone(const char *zone, const char *name, const char *counted)
{
    write_file(zone, "name", name);
    write_file(zone, "energy_uj", counted);
    write_file(zone, "max_energy_range_uj", "262143328850");
}

static int begin(void **state)
{
    return !mkdtemp(folder) || setenv(RAPL_FOR_TESTS, folder, 1);
}

static int end(void **state)
{
    char command[64];

    snprintf(command, sizeof(command), "rm -rf %s", folder);
    return system(command);
}

static void assert_joules(const struct look *first, const struct look *last, double joules,
                          const char *says)
{
    char doubt[96] = "";
    double got = joules_between(first, last, doubt, sizeof(doubt));

    assert_string_equal(doubt, says);
    if (!(fabs(got - joules) < 1e-6 || (isnan(got) && isnan(joules))))
        fail_msg("%g, and not %g", got, joules);
}

TEST(where_nothing_can_be_read_nothing_is_known)
{
    const struct look none = look_at_cpu();
    assert_int_equal(none.count, 0);
    assert_joules(&none, &none, NAN, "");
    write_file("intel-rapl:0", "name", "package-0"); /* but its energy_uj is not there */
    assert_int_equal(look_at_cpu().count, 0);
    assert_int_equal(look_at_gpu().count, 0);
}

/* The second socket's counter begins anew: 262143.328850 - 262143 + 1 J. */
TEST(sockets_are_added_and_their_parts_are_not)
{
    write_zone("intel-rapl:0", "package-0", "1000000");
    write_zone("intel-rapl:0:0", "core", "500000");
    write_zone("intel-rapl:1", "package-1", "262143000000");
    write_zone("intel-rapl:2", "psys", "7000000");
    const struct look first = look_at_cpu();
    assert_int_equal(first.count, 2);
    write_zone("intel-rapl:0", "package-0", "3500000");
    write_zone("intel-rapl:0:0", "core", "2500000");
    write_zone("intel-rapl:2", "psys", "9000000");
    const struct look second = look_at_cpu();
    assert_joules(&first, &second, 2.5, "");
    write_zone("intel-rapl:1", "package-1", "1000000");
    const struct look third = look_at_cpu();
    assert_joules(&first, &third, 2.5 + 1.32885, "a counter began anew");
    assert_true(first.ms < second.ms && second.ms < third.ms);
}

TEST(what_stands_still_or_goes_back_says_nothing)
{
    const struct look ten = { .count = 1, .joules = { 10 } },
                      nine = { .count = 1, .joules = { 9 } };
    const struct look two = { .count = 2, .joules = { 10, 10 } };

    assert_joules(&nine, &ten, 1, "");
    assert_joules(&ten, &ten, NAN, "the counter did not move");
    assert_joules(&ten, &nine, NAN, "the counter went back");
    assert_joules(&ten, &two, NAN, ""); /* one came later */
}

TEST(doubts_are_joined)
{
    char doubt[20] = "";

    add_doubt(doubt, sizeof(doubt), "one");
    add_doubt(doubt, sizeof(doubt), "two");
    assert_string_equal(doubt, "one; two");
    add_doubt(doubt, sizeof(doubt), "more than there is room for");
    assert_int_equal(strlen(doubt), sizeof(doubt) - 1);
}

TEST(a_test_may_want_less_time)
{
    assert_true(energy_seconds(ENERGY_SECONDS) == 2);
    setenv(SECONDS_FOR_TESTS, "0.25", 1);
    assert_true(energy_seconds(ENERGY_SECONDS) == 0.25);
    setenv(SECONDS_FOR_TESTS, "-1", 1);
    assert_true(energy_seconds(ENERGY_SECONDS) == 2);
}

AROUND_ALL(begin, end)
