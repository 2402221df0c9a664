/* common/engine/machine: what the operating system tells. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "common/engine/machine.h"
#include "common/engine/timing.h"

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

/* A child that sleeps has had the clock's time; one that is stopped, as on a busy machine, none. */
static void time_that_a_process_has_had(void **state)
{
    struct time_had had = { 0 };
    pid_t child = fork();

    (void)state;
    while (!child)
        pause();
    usleep(50000); /* it has begun */
    time_had(&had, child, 0);
    assert_true(had.seconds == 0);
    usleep(200000);
    time_had(&had, child, 0);
    assert_true(had.seconds >= 0.2);
    double asleep = had.seconds;
    kill(child, SIGSTOP);
    usleep(50000);
    time_had(&had, child, child); /* the clock may count up to the stop */
    asleep = had.seconds;
    usleep(200000);
    time_had(&had, child, child);
    assert_true(had.seconds < asleep + 0.05);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

/* One that runs has had what it ran, at most the clock's time, however many threads it has. */
static void time_of_what_runs(void **state)
{
    struct time_had all = { 0 };
    double start = now_ms();

    (void)state;
    time_had(&all, getpid(), 0);
#pragma omp parallel num_threads(3)
    while (now_ms() < start + 400)
        ;
    time_had(&all, getpid(), 0);
    assert_true(all.seconds <= (now_ms() - start) / 1e3);
    assert_true(all.cpu > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_load_is_told),
        cmocka_unit_test(busy_is_more_than_half_of_the_threads),
        cmocka_unit_test(a_file_tells_what_follows_its_words),
        cmocka_unit_test(time_that_a_process_has_had),
        cmocka_unit_test(time_of_what_runs),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
