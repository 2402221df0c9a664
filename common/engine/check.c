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
    *check = (struct check){
        .version = version, .what = what, .todo = todo, .poison = POISON_BYTE, .element = -1
    };
}

void check_at(struct check *check, const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(check->at, sizeof(check->at), _(format), arguments);
    va_end(arguments);
}

void check_fail(struct check *check, const char *format, ...)
{
    va_list arguments;

    if (check->wrong++)
        return;
    int used = snprintf(check->message, sizeof(check->message), "%s: ", check->at);
    va_start(arguments, format);
    vsnprintf(check->message + used, sizeof(check->message) - used, _(format), arguments);
    va_end(arguments);
}

static int is_poison(const struct check *check, const void *element, size_t size)
{
    const unsigned char *byte = (const unsigned char *)element;

    return byte[0] == check->poison && !memcmp(byte, byte + 1, size - 1);
}

/* Nothing written at any size: an exercise still to do. Nothing at some sizes only: wrong there. */
void check_written(struct check *check, int written)
{
    if (written)
        check->written = 1;
    else if (!check->unwritten[0]) {
        snprintf(check->unwritten, sizeof(check->unwritten), "%s", check->at);
        check->launched_there = check->launches;
    }
    if (!check->unwritten[0] || (check->todo && !check->written) || check->wrong++)
        return;
    snprintf(check->message, sizeof(check->message), _("%s: nothing was written%s"),
             check->unwritten,
             check->launched_there > 0
                 ? _(", or all of it is made of what nobody has written: is it set to 0 first, is "
                     "each index inside?")
             : check->launched_there < 0 ? _(": the launcher launches no kernel")
                                         : "");
}

/* The name of element i, by `where` and `shape` of check.h. */
static void name_place(char *place, size_t size, size_t i, coordinates *where, const void *shape)
{
    if (where)
        where(place, size, i, shape);
    else
        snprintf(place, size, "%s[%zu]", shape ? (const char *)shape : _("element "), i);
}

/* No input is as large as a float of POISON_SCRATCH, -1.7e38. */
static int is_of_scratch(float x) { return isfinite(x) && fabsf(x) > 1e37f; }

/* POISON_BYTE may also be a NaN that a kernel has computed from memory that was never written. */
static void fail_unwritten(struct check *check, const char *place, const char *want)
{
    check_fail(check, "%s was never written%s, expected %s", place,
               check->poison == POISON_BYTE ? _(", or made of what nobody has written") : "", want);
}

void check_output(struct check *check, const float *got, const float *want, size_t count,
                  double absolute, double relative, coordinates *where, const void *shape)
{
    size_t wrong = 0, poison = 0, strange = 0, first = 0, untouched = 0;
    double worst = 0;
    char place[64], expected[24];

    for (size_t i = 0; i < count; i++) {
        double error = fabs((double)got[i] - want[i]);
        double allowed = absolute + relative * fabs(want[i]);
        int as_it_was = is_poison(check, &got[i], sizeof(float));
        untouched += as_it_was; /* even if it happens to be right */
        if (error <= allowed || (check->in_part && as_it_was && i > 0 && i < count - 1))
            continue;
        if (wrong++ == 0)
            first = i;
        poison += as_it_was;
        strange += !isfinite(got[i]);
        if (isfinite(got[i]) && !as_it_was)
            worst = fmax(worst, error / allowed);
    }
    check_written(check, wrong == 0 || untouched < count);
    if (wrong == 0 || untouched == count || check->wrong)
        return;
    check->element = first;
    name_place(place, sizeof(place), first, where, shape);
    snprintf(expected, sizeof(expected), "%.8g", want[first]);
    snprintf(check->detail, sizeof(check->detail),
             wrong == poison    ? _("%zu of %zu wrong, none of these was written")
             : wrong == strange ? _("%zu of %zu wrong, none of these is a number")
             : worst > 0 && isfinite(worst)
                 ? _("%zu of %zu wrong, worst error %.3g times the allowed one")
                 : _("%zu of %zu wrong"),
             wrong, count, worst);
    if (is_poison(check, &got[first], sizeof(float)))
        fail_unwritten(check, place, expected);
    else
        check_fail(check, "%s = %.8g%s, expected %s", place, got[first],
                   is_of_scratch(got[first])
                       ? _(", made of the lab's poison (used before it was copied "
                           "or written)")
                       : "",
                   expected);
}

void check_integers(struct check *check, enum dtype dtype, const void *got, const void *want,
                    size_t count, coordinates *where, const void *shape)
{
    const size_t size = dtypes[dtype].bytes;
    const char *x = (const char *)got, *right = (const char *)want;
    size_t wrong = 0, poison = 0, first = 0, untouched = 0;
    char place[64], seen[24], expected[24];

    for (size_t at = 0; at < count * size; at += size) {
        int as_it_was = is_poison(check, x + at, size);
        untouched += as_it_was; /* even if it happens to be right */
        if (!memcmp(x + at, right + at, size))
            continue;
        if (wrong++ == 0)
            first = at;
        poison += as_it_was;
    }
    check_written(check, wrong == 0 || untouched < count);
    if (wrong == 0 || untouched == count || check->wrong)
        return;
    check->element = first / size;
    name_place(place, sizeof(place), first / size, where, shape);
    dtype_print(dtype, expected, sizeof(expected), right + first);
    dtype_print(dtype, seen, sizeof(seen), x + first);
    snprintf(check->detail, sizeof(check->detail), _("%zu of %zu wrong%s"), wrong, count,
             wrong == poison ? _(", none of these was written") : "");
    if (is_poison(check, x + first, size))
        fail_unwritten(check, place, expected);
    else
        check_fail(check, "%s = %s, expected %s", place, seen, expected);
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

/* (k + 16) eps, for factors of size 1; the contracts promise it. Each addition errs by at most
 * eps / 2 of the partial sum, about sqrt(k) / 3 with factors of either sign, and the errors cancel
 * in part: in any order, with fma or without, the sum is off by eps * k / 14 in the mean, and by
 * eps * k / 3 at the worst of a million elements. One level of Strassen's algorithm errs by
 * 0.7 eps k there, and by 6 to 12 eps for k from 3 to 8. So a good kernel passes. Half precision
 * does not: it costs 1e-4 * sqrt(k), more than k * eps for k < 700,000. Nor does an element that is
 * off by 1e-3 of itself, 3e-4 * sqrt(k). */
double dot_tolerance(int k, double max_a, double max_b)
{
    return 0x1p-23 * (k + 16.0) * max_a * max_b;
}
