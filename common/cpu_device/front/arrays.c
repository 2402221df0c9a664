/* CPU device: arrays that each thread has of its own. One was meant to be __shared__: each thread
 * stores the element of its own threadIdx and reads others, which nobody has ever stored. To
 * another is added, and nobody has ever set it. */
#include <stdio.h>
#include "names.h"
#include "rules.h"
#include "words.h"

static bool is_thread_variable(size_t name, const struct function *f, int depth);

/* Are the tokens from .. to-1 made of threadIdx, of variables that were, and of numbers? */
static bool is_of_thread(size_t from, size_t to, const struct function *f, int depth)
{
    bool found = false;
    for (size_t i = from; i < to; i++) {
        if (tokens[i].kind != NAME || is(i - 1, "."))
            continue;
        bool thread = is(i, "threadIdx") || is_thread_variable(i, f, depth);
        if (!thread && !is(i, "blockDim"))
            return false;
        found |= thread;
    }
    return found;
}

/* Has the kernel one variable of that name, which is set to such a value and never changes? */
static bool is_thread_variable(size_t name, const struct function *f, int depth)
{
    bool found = false;
    for (size_t i = f->open; i < f->end && depth > 0; i++) {
        if (!same_name(i, name) || is(i - 1, "."))
            continue;
        bool declares = tokens[i - 1].kind == NAME && !is_statement_word(i - 1);
        bool sets = is(i + 1, "=") && !is(i + 2, "=");
        if (!sets && !declares && !stored(i))
            continue;
        if (found || !sets || !is_of_thread(i + 2, declarator_end(i + 2), f, depth - 1))
            return false;
        found = true;
    }
    return found;
}

/* The [ of the index number `dimension` of the array at token i; 0 if it has none. */
static size_t index_open(size_t i, int dimension)
{
    for (i++; dimension > 0 && is(i, "["); dimension--)
        i = after(i);
    return is(i, "[") ? i : 0;
}

static bool same_index(size_t a, size_t b)
{
    size_t n = tokens[a].match - a;
    return n == tokens[b].match - b && same_tokens(a, b, n);
}

/* Where the array of token `name` is read by another index in that dimension than the only one by
 * which it is stored, which is the thread's; 0 if nowhere, or if there is any doubt. */
static size_t foreign_read(size_t name, int dimension, const struct function *f)
{
    size_t own = 0, other = 0;
    for (size_t i = name + 1; i < f->end; i++) {
        if (!same_name(i, name) || is_member_access(i - 1))
            continue;
        size_t open = index_open(i, dimension);
        if (!open || is(i - 1, "&") || unevaluated(i, statement_begin(i)) ||
            (tokens[i - 1].kind == NAME && !is_statement_word(i - 1)))
            return 0; /* the whole array, its address, or another one of that name */
        if (!stored(i))
            continue;
        if (own ? !same_index(open, own) : !is_of_thread(open + 1, tokens[open].match, f, 3))
            return 0;
        own = open;
    }
    for (size_t i = name + 1; own && i < f->end && !other; i++)
        if (same_name(i, name) && !is_member_access(i - 1) && !stored(i) &&
            !same_index(index_open(i, dimension), own))
            other = i;
    return other;
}

static void check_tile(size_t name, const struct function *f)
{
    int dimensions = 0;
    while (index_open(name, dimensions))
        dimensions++;
    for (int d = 0; d < dimensions; d++) {
        size_t i = foreign_read(name, d, f);
        /* all its indices must be there at each place: a row alone is an address */
        for (size_t k = name + 1; i && k < f->end; k++)
            if (same_name(k, name) && !is_member_access(k - 1) && !index_open(k, dimensions - 1))
                i = 0;
        if (!i)
            continue;
        place(i, false);
        fprintf(stderr,
                _("each thread has a \"%s\" of its own and stores only one element of it; here it "
                  "reads others, which have no value: is __shared__ missing?\n"),
                quoted(name));
        return;
    }
}

/* May the element that is named at token i, up to its last ], be set there: by =, in a member, by
 * its address or a reference, or as an argument? */
static bool may_be_set(size_t i, size_t end)
{
    if (is(end, "=") ? !is(end + 1, "=") : is(end, "."))
        return true;
    if (is(i - 1, "&") || (is(i - 1, "=") && is(i - 3, "&")))
        return true;
    return (is(i - 1, "(") || is(i - 1, "{") || is(i - 1, ",")) &&
           (is(end, ")") || is(end, "}") || is(end, ","));
}

/* Warns of an array of numbers whose elements are added to and which nothing can have set. */
static void check_sums(size_t name, const struct function *f)
{
    int dimensions = 0;
    while (index_open(name, dimensions))
        dimensions++;
    size_t added = 0;
    for (size_t i = name + 1; i < f->end; i++) {
        if (!same_name(i, name) || is_member_access(i - 1))
            continue;
        size_t open = index_open(i, dimensions - 1);
        if (!open || may_be_set(i, after(open)))
            return;
        if (!added && stored(i))
            added = i;
    }
    if (!added)
        return;
    place(added, false);
    fprintf(stderr, _("\"%s\" has no value before this line changes it; declare it with = { 0 }\n"),
            quoted(name));
}

void warn_of_arrays(const struct function *f)
{
    static const char *const words[] = { "__shared__", "static", "extern", "typedef", NULL };
    bool waits = false;
    for (size_t i = f->body; i < f->end && options.warnings; i++)
        waits |= is(i, "barrier") && is(i - 3, "cpu_device"); /* of __syncthreads() */
    for (size_t i = f->body + 1; i < f->end && options.warnings; i++) {
        if (!begins_statement(i) || tokens[i].kind != NAME || is_statement_word(i) ||
            tokens[i].foreign)
            continue;
        size_t name = first_declared(i);
        bool local = name > i, number = true;
        for (size_t k = i; k < name; k++) {
            local &= !is_one_of(k, words) && (tokens[k].kind == NAME || is(k, "*"));
            number &= is_type_word(k);
        }
        for (; local && name;
             name = is(declarator_end(name), ",") ? declared_name(declarator_end(name) + 1) : 0) {
            if (!is(name + 1, "[") || !is(declarator_end(name) - 1, "]"))
                continue;
            if (f->global && waits)
                check_tile(name, f);
            if (number)
                check_sums(name, f);
        }
    }
}
