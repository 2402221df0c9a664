#include "check.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__FAST_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__)
#error "check.c must know a NaN when it sees one: build it without -ffast-math"
#endif

const char *const state_words[] = { "ok", "WRONG", "todo", "skip" };

void check_begin(struct check *check, const char *version, const char *what, const char *todo)
{
    *check =
        (struct check){ .version = version, .what = what, .todo = todo, .poison = POISON_BYTE };
}

void check_at(struct check *check, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(check->at, sizeof(check->at), format, arguments);
    va_end(arguments);
}

void check_fail(struct check *check, const char *format, ...)
{
    va_list arguments;

    if (check->wrong++)
        return;
    int used = snprintf(check->message, sizeof(check->message), "%s: ", check->at);
    va_start(arguments, format);
    vsnprintf(check->message + used, sizeof(check->message) - used, format, arguments);
    va_end(arguments);
}

static int is_poison(const struct check *check, float x)
{
    uint32_t bits;

    memcpy(&bits, &x, sizeof(bits));
    return bits == 0x01010101u * check->poison;
}

/* Nothing written at any size: an exercise still to do. Nothing at some sizes only: wrong there. */
void check_written(struct check *check, int written)
{
    if (written)
        check->written = 1;
    else if (!check->unwritten[0])
        snprintf(check->unwritten, sizeof(check->unwritten), "%s", check->at);
    if (!check->unwritten[0] || (check->todo && !check->written) || check->wrong++)
        return;
    snprintf(check->message, sizeof(check->message), "%s: nothing was written", check->unwritten);
}

void check_output(struct check *check, const float *got, const float *want, size_t count,
                  double absolute, double relative, coordinates *where, const void *shape)
{
    size_t wrong = 0, poison = 0, strange = 0, first = 0, untouched = 0;
    double worst = 0;
    char place[64];

    for (size_t i = 0; i < count; i++) {
        double error = fabs((double)got[i] - want[i]);
        double allowed = absolute + relative * fabs(want[i]);
        untouched += is_poison(check, got[i]); /* even if it happens to be right */
        if (error <= allowed)
            continue;
        if (wrong++ == 0)
            first = i;
        poison += is_poison(check, got[i]);
        strange += !isfinite(got[i]);
        if (isfinite(got[i]) && !is_poison(check, got[i]))
            worst = fmax(worst, error / allowed);
    }
    check_written(check, wrong == 0 || untouched < count);
    if (wrong == 0 || untouched == count || check->wrong)
        return;
    if (where)
        where(place, sizeof(place), first, shape);
    else
        snprintf(place, sizeof(place), "%s[%zu]", shape ? (const char *)shape : "element ", first);
    snprintf(check->detail, sizeof(check->detail),
             wrong == poison    ? "%zu of %zu wrong, none of these was written"
             : wrong == strange ? "%zu of %zu wrong, none of these is a number"
             : worst > 0 && isfinite(worst)
                 ? "%zu of %zu wrong, worst error %.3g times the allowed one"
                 : "%zu of %zu wrong",
             wrong, count, worst);
    if (is_poison(check, got[first]))
        check_fail(check, "%s was never written%s, expected %.8g", place,
                   check->poison == POISON_BYTE ? ", or made of what nobody has written" : "",
                   want[first]);
    else
        check_fail(check, "%s = %.8g, expected %.8g", place, got[first], want[first]);
}

void check_guard(struct check *check, const float *guard)
{
    for (int i = 0; i < CHECK_GUARD; i++)
        if (!is_poison(check, guard[i])) {
            check_fail(check, "wrote outside: float %d behind the end of the output", i + 1);
            return;
        }
}

enum state check_state(const struct check *check)
{
    if (check->wrong)
        return STATE_WRONG;
    if (check->skip)
        return STATE_SKIP;
    if (check->unwritten[0])
        return STATE_TODO;
    return check->written ? STATE_OK : STATE_WRONG; /* what was never checked is not right */
}

/* k * eps, for factors of size 1. Each addition errs by at most eps / 2 of the partial sum, about
 * sqrt(k) / 3 with factors of either sign, and the errors cancel in part: in any order, with fma or
 * without, the sum is off by eps * k / 14 in the mean, and by eps * k / 3 at the worst of a million
 * elements. So a good kernel passes. Half precision does not: it costs 1e-4 * sqrt(k), more than
 * k * eps for k < 700,000. Nor does an element that is off by 1e-3 of itself, 3e-4 * sqrt(k). */
double dot_tolerance(int k, double max_a, double max_b)
{
    return 0x1p-23 * k * max_a * max_b;
}

int under_bug_finder(void)
{
    return getenv("LAB_CHECK") != NULL;
}
