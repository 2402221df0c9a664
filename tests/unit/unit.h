/* What a program of unit tests begins with: cmocka, its main(), and TEST(what_holds) { ... }, which
 * defines a test. They run in the order in which they stand in the file; before them those of
 * TEST_FIRST, which fork before anything is begun. */
#ifndef UNIT_H
#define UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#ifdef __cplusplus
extern "C" {
#endif
#include <cmocka.h>
#ifdef __cplusplus
}
#endif

#pragma GCC diagnostic ignored "-Wunused-parameter" /* few tests look at cmocka's state */

static struct CMUnitTest unit_tests[100];
static size_t unit_count;

static inline void unit_add(const char *name, CMUnitTestFunction test, CMFixtureFunction before,
                            CMFixtureFunction after)
{
    unit_tests[unit_count++] = (struct CMUnitTest){ name, test, before, after, NULL };
}

#define TEST_WHEN(when, name, before, after)                                                       \
    static void name(void **state);                                                                \
    __attribute__((when)) static void add_##name(void)                                             \
    {                                                                                              \
        unit_add(#name, name, before, after);                                                      \
    }                                                                                              \
    static void name(void **state)
#define TEST_WITH(name, before, after) TEST_WHEN(constructor, name, before, after)
#define TEST(name)                     TEST_WITH(name, NULL, NULL)
#define TEST_FIRST(name)               TEST_WHEN(constructor(101), name, NULL, NULL)

/* What goes before all of a program's tests, and after them. */
static CMFixtureFunction unit_before, unit_after;
#define AROUND_ALL(before, after)                                                                  \
    __attribute__((constructor)) static void around_all(void)                                      \
    {                                                                                              \
        unit_before = before;                                                                      \
        unit_after = after;                                                                        \
    }

int main(void)
{
    if (!unit_count)
        return 1;
    return _cmocka_run_group_tests("tests", unit_tests, unit_count, unit_before, unit_after);
}

#endif
