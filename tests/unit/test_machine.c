/* common/engine/machine: what the operating system tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <string.h>
#include "common/engine/machine.h"

static void the_load_is_told(void **state)
{
    (void)state;
    assert_true(load_average() >= 0 && load_average() < 1e6);
}

static void busy_is_more_than_half_of_the_threads(void **state)
{
    (void)state;
    assert_false(is_busy(-1, 2)); /* not known */
    assert_false(is_busy(1, 2));
    assert_true(is_busy(1.1, 2));
    assert_false(is_busy(1.1, 16));
}

static void a_file_tells_what_follows_its_words(void **state)
{
    char text[16], name[128];

    (void)state;
    assert_true(read_after("/proc/meminfo", "MemTotal", text, sizeof(text)));
    assert_true(strspn(text, "0123456789") > 0);
    assert_false(read_after("/proc/meminfo", "no such words", text, sizeof(text)));
    assert_string_equal(text, "");
    assert_false(read_after("/no/such/file", "", text, sizeof(text)));
    cpu_name(name, sizeof(name));
    assert_true(*name);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_load_is_told),
        cmocka_unit_test(busy_is_more_than_half_of_the_threads),
        cmocka_unit_test(a_file_tells_what_follows_its_words),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
