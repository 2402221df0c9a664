/* CPU device: what runs by itself when an object of one of the program's classes is made or ends.
 * A variable of the device has no such code: nobody would run it. */
#include "names.h"
#include "rewrite.h"

size_t class_open(size_t name)
{
    for (size_t i = what_is(name) & SCOPE ? 1 : count; i < count; i++) {
        if (!same_name(i, name) || (!is(i - 1, "struct") && !is(i - 1, "class")))
            continue;
        while (!is(i, "{") && !is(i, ";") && tokens[i].kind != END)
            i++;
        if (is(i, "{") && tokens[i].match)
            return i;
    }
    return 0;
}

/* Do the brackets of parameters or of a body hold nothing? */
static bool is_empty(size_t open)
{
    return tokens[open].match == open + 1 ||
           (is(open + 1, "void") && tokens[open].match == open + 2);
}

/* After the ) of a constructor or destructor, at token i: has it something to do? */
static bool has_work(size_t i)
{
    while (is(i, "noexcept"))
        i++;
    return is(i, ":") || (is(i, "{") && tokens[i].match && !is_empty(i));
}

/* Token i, the class's name before a (, in its body or after name:: is its default constructor, or
 * its destructor: has it something to do? */
static bool does_work(size_t i)
{
    size_t open = i + 1, close = tokens[open].match, from = i;
    bool defaults = false;
    for (size_t k = open + 1; k < close; k = after(k))
        defaults |= is(k, "=");
    while (tokens[from - 1].kind == NAME)
        from--;
    return close && (is_empty(open) || defaults) && !statement_has(from, i, "constexpr") &&
           has_work(close + 1);
}

/* The same for one that is defined outside of the class: name::name() { ... } */
static bool does_outside(size_t name, bool destructor)
{
    for (size_t i = 4; i < count; i++)
        if (same_name(i, name) && is(i + 1, "(") && !tokens[i].foreign &&
            is(i - 1, "~") == destructor && is_colons(i - 1 - destructor) &&
            same_name(i - 3 - destructor, name) && does_work(i))
            return true;
    return false;
}

static unsigned runs_within(size_t type, int depth)
{
    size_t open = class_open(type), close = tokens[open].match;
    unsigned runs = 0;
    if (!open || depth > 8)
        return 0;
    for (size_t i = open; !same_name(i, type); i--) /* its bases */
        if (tokens[i].kind == NAME)
            runs |= runs_within(i, depth + 1);
    for (size_t i = open + 1; i < close; i = after(i)) {
        bool destructor = is(i - 1, "~");
        if (is(i, "virtual"))
            runs |= HAS_VIRTUAL;
        else if (same_name(i, type) && is(i + 1, "(") && does_work(i))
            runs |= destructor ? DESTROYS : CONSTRUCTS;
        else if (tokens[i].kind == NAME && tokens[i + 1].kind == NAME && !same_name(i, type))
            runs |= runs_within(i, depth + 1); /* a member */
    }
    runs |= does_outside(type, false) ? CONSTRUCTS : 0;
    return runs | (does_outside(type, true) ? DESTROYS : 0);
}

/* The type's name of the variable of the device at token `name`. */
static size_t type_before(size_t name)
{
    size_t type = before_template(name - 1);
    while (is(type, "const") || is(type, "volatile") || is(type, "__shared__") ||
           is_device_word(type))
        type--;
    return type;
}

unsigned runs_by_itself(size_t name)
{
    size_t type = type_before(name);
    return tokens[type].kind == NAME ? runs_within(type, 0) : 0;
}

unsigned made_by(size_t name)
{
    size_t type = type_before(name), open = class_open(type);
    bool any = false, none_default = true, works = false, all_work = true;
    for (size_t i = open + 1; open && i < tokens[open].match; i = after(i)) {
        size_t close = tokens[i + 1].match, from = statement_begin(i);
        bool is_copy = false, is_default = is_empty(i + 1);
        if (is(i, "using"))
            return 0; /* those of a base */
        if (!same_name(i, type) || !is(i + 1, "(") || is(i - 1, "~"))
            continue;
        for (size_t k = i + 2; k < close; k++) {
            is_copy |= same_name(k, type);
            is_default |= is(k, "=") || is(k, ".");
        }
        any |= !is_copy;
        none_default &= is_copy || !is_default;
        if (is_copy || is(close + 1, "=") || (is_empty(i + 1) && !has_work(close + 1)))
            continue;
        works = true;
        all_work &= has_work(close + 1) && !statement_has(from, i, "constexpr") &&
                    !statement_has(from, i, "consteval");
    }
    return (any && none_default ? WITHOUT_DEFAULT : 0) | (works && all_work ? BY_CODE : 0);
}

bool is_private_in(size_t i, size_t open)
{
    size_t k = i - 1;
    while (k > open && !is(k, "public") && !is(k, "private") && !is(k, "protected"))
        k = is(k, "}") && tokens[k].match ? tokens[k].match - 1 : k - 1;
    return k > open ? !is(k, "public") : is(brace_word(open), "class");
}

bool is_private_type(size_t type)
{
    static const char *const words[] = { "struct", "class", "union", "enum", NULL };
    bool found = false;
    for (size_t i = 2; i < count; i++) {
        if (!same_name(i, type) || (!is(i + 1, "{") && !is(i + 1, ":")) ||
            !(is_one_of(i - 1, words) && !tokens[i].foreign))
            continue;
        size_t open = brace_around(i);
        if (!open || !in_class(i) || !is_private_in(i - 1, open))
            return false;
        found = true;
    }
    return found;
}
