/* What a program of unit tests begins with: cmocka, and TEST(what_holds) { ... }, which defines a
 * test and adds it to those that run_all() runs, in the order in which they stand in the file. */
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

#define TEST_WITH(name, before, after)                                                             \
    static void name(void **state);                                                                \
    __attribute__((constructor)) static void add_##name(void)                                      \
    {                                                                                              \
        unit_add(#name, name, before, after);                                                      \
    }                                                                                              \
    static void name(void **state)
#define TEST(name) TEST_WITH(name, NULL, NULL)

/* As cmocka_run_group_tests: before all of them and after, the number of those that failed. */
static inline int run_all(CMFixtureFunction before, CMFixtureFunction after)
{
    if (!unit_count)
        return 1;
    return _cmocka_run_group_tests("tests", unit_tests, unit_count, before, after);
}

#endif
