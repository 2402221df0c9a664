/* common/engine/machine: what the operating system tells. */
#include "unit.h"
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "common/engine/machine.h"
#include "common/engine/timing.h"

TEST(the_load_is_told)
{
    assert_true(load_average() >= 0 && load_average() < 1e6);
}

/* By what others took; by the load average only where that is not known. */
TEST(busy_is_more_than_a_quarter_of_the_threads)
{
    assert_false(is_busy(9, 0.5, 2)); /* the load of a build that has ended */
    assert_true(is_busy(0, 0.6, 2));
    assert_false(is_busy(0, 0.6, 16));
    assert_false(is_busy(1, -1, 2));
    assert_true(is_busy(1.1, -1, 2));
    assert_false(is_busy(-1, -1, 2)); /* nothing is known */
}

static double spin(double ms)
{
    double begin = now_ms();

    while (now_ms() < begin + ms)
        ;
    return ms;
}

/* Ours is not in it, a child's is, which has not been waited for. */
TEST(what_others_take_is_without_our_own)
{
    const struct timespec short_while = { .tv_nsec = 300000000 };
    double cpus = sysconf(_SC_NPROCESSORS_ONLN);

    assert_true(cpus_of_others() < 0); /* from here on */
    clock_t own = clock();
    spin(600);
    double ours = (double)(clock() - own) / CLOCKS_PER_SEC / 0.6, others = cpus_of_others();
    if (others < 0)
        skip(); /* a /proc without stat */
    assert_true(others <= cpus - ours + 0.3);
    pid_t child = fork();
    while (!child)
        spin(1);
    nanosleep(&short_while, NULL);
    assert_true(cpus_of_others() > 0.1);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

TEST(a_file_tells_what_follows_its_words)
{
    char text[16], name[128];

    assert_true(read_after("/proc/meminfo", "MemTotal", text, sizeof(text)));
    assert_true(strspn(text, "0123456789") > 0);
    assert_false(read_after("/proc/meminfo", "no such words", text, sizeof(text)));
    assert_string_equal(text, "");
    assert_false(read_after("/no/such/file", "", text, sizeof(text)));
    cpu_name(name, sizeof(name));
    assert_true(*name);
}

/* A child that sleeps has had the clock's time; one that is stopped, as on a busy machine, none. */
TEST(time_that_a_process_has_had)
{
    struct time_had had = { 0 };
    pid_t child = fork();

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
TEST(time_of_what_runs)
{
    struct time_had all = { 0 };
    double start = now_ms();

    time_had(&all, getpid(), 0);
#pragma omp parallel num_threads(3)
    while (now_ms() < start + 400)
        ;
    time_had(&all, getpid(), 0);
    assert_true(all.seconds <= (now_ms() - start) / 1e3);
    assert_true(all.cpu > 0);
}
