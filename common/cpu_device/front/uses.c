/* CPU device: how a name is used where it stands: called, stored to, not evaluated, declared with a
 * slip. */
#include "rules.h"

#include <string.h>
#include "names.h"

bool same_tokens(size_t a, size_t b, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (tokens[a + k].end - tokens[a + k].start != tokens[b + k].end - tokens[b + k].start ||
            memcmp(text + tokens[a + k].start, text + tokens[b + k].start,
                   tokens[a + k].end - tokens[a + k].start))
            return false;
    return true;
}

/* c twice with no space between: ++, -- */
static bool twice(size_t i, const char *c)
{
    return is(i, c) && is(i + 1, c) && tokens[i].end == tokens[i + 1].start;
}

/* Does the statement store to the variable that token i names, or to a part of it? */
bool stored(size_t i)
{
    if ((twice(i - 2, "+") && !twice(i - 3, "+")) || (twice(i - 2, "-") && !twice(i - 3, "-")))
        return true;
    size_t k = i + 1;
    for (;;) {
        if (is(k, "[") && tokens[k].match)
            k = tokens[k].match + 1;
        else if (is(k, ".") && tokens[k + 1].kind == NAME)
            k += 2;
        else
            break;
    }
    if (is(k, "="))
        return !is(k + 1, "=");
    if (twice(k, "+") || twice(k, "-"))
        return true;
    static const char *const operators[] = { "+", "-", "*", "/", "%", "&", "|", "^", NULL };
    return is_one_of(k, operators) && is(k + 1, "=") && !is(k + 2, "=");
}

/* Is the name of token i a function that is called wherever it stands in the tokens from .. to? */
bool always_called(size_t i, size_t from, size_t to)
{
    for (size_t k = from; k < to; k++) {
        if (!same_name(k, i))
            continue;
        if (!is(k + 1, "(") && !is(k + 1, "<"))
            return false;
        if (tokens[k - 1].kind == NAME && !is_statement_word(k - 1))
            return false; /* T f(3); */
        if (is(k - 1, "using") || is(k - 2, "using"))
            return false;
    }
    return true;
}

/* Does token i stand in an operand that is not evaluated? */
bool unevaluated(size_t i, size_t from)
{
    static const char *const words[] = {
        "sizeof", "decltype", "alignof", "noexcept", "typeid", NULL
    };
    if (is_one_of(i - 1, words))
        return true;
    for (size_t k = i; k-- > from;) {
        if ((is(k, ")") || is(k, "]") || is(k, "}")) && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, "(") && is_one_of(k - 1, words))
            return true;
    }
    return false;
}

/* The ( of a call of the name at token i, which may have template arguments; or 0. */
size_t call_open(size_t i)
{
    if (is(i + 1, "("))
        return i + 1;
    size_t close = is(i + 1, "<") && !is(i + 2, "<") ? template_close(i) : 0;
    return close && is(close + 1, "(") ? close + 1 : 0;
}

/* Does a:: stand before token i, and the program does not define a? */
bool in_foreign_scope(size_t i)
{
    return is_colons(i - 1) &&
           (is(i - 3, ">") ||
            (tokens[i - 3].kind == NAME && !is_statement_word(i - 3) && !(what_is(i - 3) & SCOPE)));
}

bool is_misspelt_at(size_t i)
{
    static const char *const right[] = {
        "__global__", "__device__",    "__host__",     "__noinline__",  "__inline__",
        "__inline",   "__attribute__", "__restrict__", "__extension__", NULL
    };
    for (size_t k = first_specifier(i); k < i; k++)
        if (begins(k, "_") && tokens[k].kind == NAME && !is_one_of(k, right))
            return true;
    return false;
}

bool is_misspelt(size_t name)
{
    for (size_t i = 1; i < count; i++)
        if (same_name(i, name) && is(i + 1, "(") && !tokens[i].in.function && is_misspelt_at(i))
            return true;
    return false;
}
