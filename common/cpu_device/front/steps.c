/* CPU device: the last steps of a warp without __syncwarp(): kernels of before 2017 rely on their
 * order. */
#include "rules.h"

#include <stdio.h>
#include "names.h"
#include "words.h"

/* The name that the declaration with `volatile` at token i declares, if it is an array or a
 * pointer; or 0. */
static size_t volatile_name(size_t i)
{
    bool pointer = false;
    for (i++; tokens[i].kind == NAME || is(i, "*"); i++) {
        pointer |= is(i, "*");
        if (tokens[i].kind == NAME &&
            (is(i + 1, "[") ||
             (pointer && (is(i + 1, "=") || is(i + 1, ";") || is(i + 1, ",") || is(i + 1, ")")))))
            return i;
    }
    return 0;
}

/* Token i is the array `name`: does the statement store an element that it makes of another one? */
static bool is_step(size_t i, size_t name)
{
    if (!same_name(i, name) || !is(i + 1, "[") || !tokens[i + 1].match || !stored(i))
        return false;
    size_t n = tokens[i + 1].match - i + 1;
    for (size_t k = i + n; !is(k, ";") && tokens[k].kind != END; k++)
        if (same_name(k, name) && is(k + 1, "[") && !same_tokens(i, k, n))
            return true;
    return false;
}

/* Tokens from .. to: do at least two steps follow each other with nothing that orders them? */
static size_t unordered_steps(size_t from, size_t to, size_t name)
{
    size_t first = 0;
    int steps = 0;
    for (size_t i = from; i < to; i++) {
        if (is(i, "cpu_device_syncwarp") || is(i, "barrier") || is(i, "vote"))
            return 0;
        if (is_step(i, name)) {
            first = first ? first : i;
            steps++;
        }
        if (is(i, "for") || is(i, "while"))
            steps++; /* a step in a loop is many */
    }
    return steps >= 2 ? first : 0;
}

/* `if (t < 32)` at token i: the end of what it guards, or 0 if it is another. */
static size_t warp_guard(size_t i)
{
    size_t close = tokens[i + 1].match;
    if (!is(i, "if") || !is(i + 1, "(") || !close)
        return 0;
    for (size_t k = i + 2; k < close; k++)
        if (is(k, "<") &&
            (is(k + 1, "32") || is(k + 1, "warpSize") || (is(k + 1, "=") && is(k + 2, "31")))) {
            if (is(close + 1, "{"))
                return tokens[close + 1].match;
            for (k = close + 1; !is(k, ";") && tokens[k].kind != END; k++)
                if (tokens[k].match > k)
                    k = tokens[k].match;
            return k;
        }
    return 0;
}

/* Marks the steps in the tokens from .. to: write.c lets the lanes of a warp do each of them
 * together. */
static void mark_steps(size_t from, size_t to, size_t name)
{
    for (size_t i = from; i < to; i++) {
        size_t equals = i, end = statement_end(i);
        if (!is_step(i, name))
            continue;
        while (!is(equals, "="))
            equals = after(equals);
        bool alone = true; /* no a = 1, b = 2; */
        for (size_t k = equals + 1; k < end; k = after(k))
            alone &= !is(k, ",");
        if (alone && equals < end && !is(equals + 1, "{"))
            tokens[equals].mark.step = tokens[end].mark.step = i;
        i = end;
    }
}

/* Finds steps of a warp that nothing orders; GPUs before Volta went through them in lock step, and
 * later ones mostly do. The first of them, or 0. */
static size_t find_steps(const struct function *f)
{
    size_t first = 0;
    for (size_t i = f->open; i < f->end; i++) {
        size_t name = is(i, "volatile") ? volatile_name(i) : 0;
        if (!name || tokens[i].foreign)
            continue;
        bool whole = i < f->body && !f->global; /* warp_reduce(volatile float *s, int t) */
        for (size_t k = f->body; k < f->end; k++) {
            size_t end = whole ? f->end : warp_guard(k);
            size_t found = end ? unordered_steps(k, end, name) : 0;
            first = first ? first : found;
            if (found)
                mark_steps(k, end, name);
            whole = false;
        }
    }
    return first;
}

void note_warp_synchronous(const struct function *f)
{
    size_t first = find_steps(f);
    if (first && options.warnings)
        fprintf(
            stderr,
            _("%s:%d:%d: note: without __syncwarp() between these steps of a warp their order is "
              "undefined since Volta (2017); make run does them in turn, as GPUs mostly do, make "
              "check calls them a race\n"),
            tokens[first].file, tokens[first].line, column(first));
}
