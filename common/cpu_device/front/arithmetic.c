/* CPU device: arithmetic of device code that a GPU does otherwise than a CPU, where C++ leaves it
 * open: shifts by the width and more, real numbers that an integer cannot hold. What stands here
 * for them is in ../include/arithmetic.h. Without a cast a number is converted where it is stored
 * to a variable that its function declares; as an argument or a result it stays the CPU's. */
#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "rewrite.h"

/* Two of the character c at token i, and no third. */
static bool is_twice(size_t i, const char *c)
{
    return is(i, c) && is(i + 1, c) && tokens[i].end == tokens[i + 1].start && !is(i + 2, c) &&
           !is(i - 1, c);
}

/* Does a shift count begin at token i that leaves no doubt, a number below 32? */
static bool is_small_count(size_t i)
{
    static const char *const goes_on[] = { "+", "-", "*", "/", "%", ".", NULL };
    return tokens[i].kind == NUMBER && strtol(text + tokens[i].start, NULL, 0) < 32 &&
           !is_one_of(i + 1, goes_on);
}

/* May the >> at token i close two templates? */
static bool may_close(size_t i)
{
    for (size_t k = i; --k > 0;) {
        if ((is(k, ")") || is(k, "]") || is(k, "}")) && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, "<") && is(k - 1, "<"))
            k--;
        else if (is(k, "<") && !is(k + 1, "="))
            return true;
        else if (is(k, "(") || is(k, "[") || is(k, "{") || is(k, "}") || is(k, ";"))
            return false;
    }
    return false;
}

/* A stream also has such operators. */
static bool is_output(size_t i)
{
    static const char *const words[] = { "std", "cout", "cerr", "endl", NULL };
    for (size_t k = i; --k > 0 && !is(k, ";") && !is(k, "{") && !is(k, "}");)
        if (tokens[k].kind == STRING || is_one_of(k, words))
            return true;
    return tokens[i + 2].kind == STRING || is_one_of(i + 2, words);
}

static bool ends_operand(size_t i)
{
    return tokens[i].kind == NAME ? !is_statement_word(i) && !is(i, "operator")
                                  : tokens[i].kind == NUMBER || is(i, ")") || is(i, "]");
}

/* `a << n` at its operator becomes `a <<::cpu_device::shift_left<< n`; `a <<= n` becomes
 * `a <<=::cpu_device::shift_by = n`. Returns the operator's last token, or 0. */
size_t put_shift(size_t i)
{
    bool left = is_twice(i, "<"), right = is_twice(i, ">");
    if (!tokens[i].in.device || tokens[i].foreign || (!left && !right) || !ends_operand(i - 1) ||
        (right && may_close(i)) || is_output(i))
        return 0;
    const char *op = left ? "<<" : ">>";
    if (is(i + 2, "=") && tokens[i + 2].start == tokens[i + 1].end) {
        bool member = is(i - 2, ".") || (is(i - 2, ">") && is(i - 3, "-")); /* maybe a bit-field */
        if (is_small_count(i + 3) || member)
            return 0;
        printf("%s=::cpu_device::shift_by=", op);
        put_back_after(i + 2);
        return i + 2;
    }
    if (is_small_count(i + 2))
        return 0;
    printf("%s::cpu_device::shift_%s%s", op, left ? "left" : "right", op);
    put_back_after(i + 1);
    return i + 1;
}

/* ---- from real to integer -------------------------------------------------------------------- */

/* The token after the name of an integer's type that begins at token i; or i. */
static size_t integer_end(size_t i)
{
    static const char *const words[] = {
        "int", "unsigned", "signed", "long", "short", "char", NULL
    };
    static const char *const names[] = { "size_t",   "uint",     "uchar",    "ushort",  "ulong",
                                         "int8_t",   "int16_t",  "int32_t",  "int64_t", "uint8_t",
                                         "uint16_t", "uint32_t", "uint64_t", NULL };
    if (is_one_of(i, names))
        return i + 1;
    while (is_one_of(i, words))
        i++;
    return i;
}

static void put_type(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        put_token(i);
        putchar(i + 1 < to ? ' ' : ')');
    }
}

/* May an operand of a cast begin at token i? */
static bool begins_operand(size_t i)
{
    return (tokens[i].kind == NAME && !is(i, "const") && !is(i, "noexcept")) ||
           tokens[i].kind == NUMBER || is(i, "(") || is(i, "-") || is(i, "+");
}

/* `(int)x`, `int(x)` and `static_cast<int>(x)`, from the ( or the word on, become
 * `(int)(::cpu_device::saturated<int>)x`. Returns the last token that this stands for, or 0. */
size_t put_conversion(size_t i)
{
    static const char *const before[] = { "=", "(", ",", "+", "-", "*", "/", "%",
                                          "&", "|", "^", "[", "?", ":", "!", NULL };
    bool is_cast = is(i, "("), is_static = is(i, "static_cast") && is(i + 1, "<");
    size_t first = is_cast ? i + 1 : is_static ? i + 2 : i, end = integer_end(first);
    bool stands = is_one_of(i - 1, before) || is(i - 1, "return") || is(i - 1, "{") ||
                  is(i - 1, ";") || is(i - 1, "<") || is(i - 1, ">");
    if (!tokens[i].in.device || tokens[i].foreign || end == first)
        return 0;
    if (is_cast     ? !is(end, ")") || !begins_operand(end + 1) || (!stands && !is(i - 1, ")"))
        : is_static ? !is(end, ">") || !is(end + 1, "(")
                    : !is(end, "(") || is(end + 1, ")") || end != first + 1 ||
                          !is_one_of(i - 1, before) || is(i - 1, "("))
        return 0;
    if (is_cast && is(i - 1, ")") && (is(end + 1, "-") || is(end + 1, "+")))
        return 0;
    size_t last = is_cast || is_static ? end : end - 1;
    putchar('(');
    put_type(first, end);
    fputs("(::cpu_device::saturated<", stdout);
    for (size_t k = first; k < end; k++) {
        put_token(k);
        putchar(k + 1 < end ? ' ' : '>');
    }
    putchar(')');
    put_back_after(last);
    return last;
}

/* ---- the same without a cast: int i = x, out[i] = x ------------------------------------------ */

static bool is_qualifier(size_t i)
{
    static const char *const words[] = { "const",     "volatile",   "static",     "register",
                                         "constexpr", "__shared__", "__device__", NULL };
    return is_one_of(i, words);
}

/* The name at token i is declared there: the first word of its type, if that is an integer's, and
 * how many * and [] it has; or 0. */
static size_t integer_type(size_t name, size_t *depth)
{
    size_t last = name - 1;
    *depth = 0;
    for (; is(last, "*") || begins(last, "__restrict") || (is(last, "const") && is(last - 1, "*"));
         last--)
        *depth += is(last, "*");
    for (size_t k = name + 1; is(k, "["); k = after(k))
        ++*depth;
    size_t k = last;
    if (is(k, ","))
        k = before_comma(k);
    else
        while (is_qualifier(k) || integer_end(k) > k)
            last = --k;
    k += k == last;
    while (is_qualifier(k))
        k++;
    size_t end = integer_end(k);
    while (is_qualifier(end))
        end++;
    return k && end > k && (tokens[end].kind == NAME || is(end, "*")) ? k : 0;
}

/* May what is stored after the = at token i be a real number? */
static bool may_be_real(size_t i)
{
    static const char *const integers[] = { "threadIdx", "blockIdx", "blockDim",
                                            "gridDim",   "warpSize", NULL };
    for (size_t k = i + 1; !is(k, "{") && !is(k, ";") && tokens[k].kind != END; k++) {
        const char *digits = text + tokens[k].start;
        if (tokens[k].kind == NAME
                ? !is_one_of(k, integers) && !(is(k - 1, ".") && is_one_of(k - 2, integers))
                : tokens[k].kind == NUMBER &&
                      strcspn(digits, ".eE") < tokens[k].end - tokens[k].start)
            return true;
    }
    return false;
}

/* The first word of the type of what the = at token i stores to, if that is an integer's; or 0. */
static size_t stored_type(size_t i)
{
    static const char *const before[] = { ";", "{", "}", ")", "(", ",", "else", "do", NULL };
    size_t name = i - 1, given = 0, depth;
    for (; is(name, "]") && tokens[name].match; given++)
        name = tokens[name].match - 1;
    if (tokens[name].kind != NAME)
        return 0;
    size_t type = may_declare(name) ? integer_type(name, &depth) : 0;
    if (type)
        return !given && !depth ? type : 0;
    size_t first = name;
    for (; is(first - 1, "*"); given++)
        first--;
    size_t declared = is_one_of(first - 1, before) ? declared_at(name) : 0;
    type = declared ? integer_type(declared, &depth) : 0;
    return type && depth == given ? type : 0;
}

/* `= x` at its = becomes `=::cpu_device::stored<int> = x`. Returns the =, or 0. */
size_t put_stored(size_t i)
{
    if (!is(i, "=") || !tokens[i].in.device || tokens[i].foreign || options.debug ||
        tokens[i].mark.step || is(i + 1, "=") || is(i + 1, "{") || !may_be_real(i))
        return 0;
    size_t type = stored_type(i);
    if (!type)
        return 0;
    fputs("=::cpu_device::stored<", stdout);
    put_flat(type, integer_end(type));
    fputs("> =", stdout);
    put_back_after(i);
    return i;
}
