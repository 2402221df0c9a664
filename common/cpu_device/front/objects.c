/* CPU device: what objects in device code run of the host: constructors, operators, parts of std.
 */
#include "rules.h"

#include <stdio.h>
#include "names.h"
#include "words.h"

static const char also_device[] = "; declare it __device__ as well";

/* The type's name of the variable that the function around it declares as the name at token i, and
 * how many * and [] that has; 0 if it is not known. */
size_t type_of(size_t i, size_t *depth)
{
    size_t name = declared_at(i), k = name - 1;
    if (!name)
        return 0;
    *depth = 0;
    for (size_t d = name + 1; is(d, "["); d = after(d))
        ++*depth;
    while (is(k, "*") || is(k, "&") || is(k, "const") || begins(k, "__restrict"))
        *depth += is(k--, "*");
    if (is(k, ",")) /* T a, b; */
        for (k = before_comma(k); is(k, "const") || is(k, "static");)
            k++;
    k = before_template(k);
    return tokens[k].kind == NAME && !is_type_word(k) && !is(k, "auto") ? k : 0;
}

static bool declares_class(size_t i) { return is(i - 1, "struct") || is(i - 1, "class"); }

/* Is a function of the host alone declared at the name or operator at token i? With `doubt`, where
 * that cannot be told, or device code may call it. */
static bool is_host_declaration(size_t i, bool *doubt)
{
    size_t open = i;
    while (!is(open, "(") && !is(open, ";") && tokens[open].kind != END)
        open++;
    if (is(open, "(") && is(open + 1, ")") && is(open - 1, "operator"))
        open += 2;
    size_t from = statement_begin(i), next = tokens[open].match + 1;
    bool is_default = is(next, "=") && (is(next + 1, "default") || is(next + 1, "delete"));
    *doubt |= is_default || statement_has(from, i, "__device__") ||
              statement_has(from, i, "constexpr") || statement_has(from, i, "template") ||
              depends_on_arch(i);
    return !*doubt;
}

/* Is the function declared at token i of the device alone? */
static bool is_device_declaration(size_t i)
{
    size_t from = statement_begin(i);
    return statement_has(from, i, "__device__") && !statement_has(from, i, "__host__") &&
           !statement_has(from, i, "constexpr");
}

/* Are all constructors of the program's class of that name the host's, or all the device's? */
static bool has_constructors(size_t type, bool device)
{
    bool found = false, doubt = false;
    for (size_t i = 1; i < count && !doubt; i++) {
        if (!same_name(i, type) || tokens[i].foreign || tokens[i].in.function)
            continue;
        size_t brace = brace_around(i), word = brace ? brace_word(brace) : 0;
        bool within = word && same_name(word + 1, type) && declares_class(word + 1);
        if (declares_class(i) && is(i - 2, ">"))
            doubt = true; /* a template: which of its specialisations? */
        else if (within && is(i + 1, "(") && !is(i - 1, "~") && !device)
            found = is_host_declaration(i, &doubt);
        else if (within && is(i + 1, "(") && !is(i - 1, "~"))
            doubt = !(found = is_device_declaration(i)) || depends_on_arch(i);
    }
    return found && !doubt;
}

/* Is an object made at the type's name i, in the code from token `from`? One that may be a copy is
 * not. */
static bool makes_object(size_t i, size_t from)
{
    size_t k = tokens[i + 1].kind == NAME ? i + 2 : i + 1;
    bool made = k == i + 2 && (is(k, ";") || is(k, "[") || is(k, ","));
    if (is(k, "(") || is(k, "{")) {
        made = tokens[k].match == k + 1 || tokens[k + 1].kind == NUMBER;
        for (size_t t = k + 1; t < tokens[k].match; t = after_part(t))
            made |= is(t, ",");
    }
    return made && what_is(i) & SCOPE && !is_member_access(i - 1) && !is_colons(i - 1) &&
           !is(i - 1, "~") && !is(i - 1, "struct") && !is(i - 1, "class") &&
           !statement_has(statement_begin(i), i, "__shared__") &&
           !statement_has(statement_begin(i), i, "extern") && !unevaluated(i, from) &&
           !depends_on_arch(i);
}

void check_constructor(size_t i, const struct function *f)
{
    if (makes_object(i, f->body) && !f->host_too && has_constructors(i, false))
        say_host_call(i, quoted(i), "__host__", f, also_device);
}

bool makes_device_object(size_t i, size_t from)
{
    return makes_object(i, from) && has_constructors(i, true);
}

/* Where does the class whose { is `open` declare a function of the name and parameters of the one
 * at token `name`? Or 0. */
static size_t overrider(size_t name, size_t open)
{
    size_t close = tokens[name + 1].match;
    for (size_t i = open + 1; i < tokens[open].match; i = after(i))
        if (same_name(i, name) && is(i + 1, "(") && !is(i - 1, "~") &&
            tokens[i + 1].match - i == close - name && same_tokens(i, name, close - name) &&
            tokens[i].kind == NAME)
            return i;
    return 0;
}

/* Token i is `struct` or `class`: do its functions run where those run that they override? */
void check_overrides(size_t i)
{
    size_t open = class_open(i + 1), base = 0;
    for (size_t k = i + 2; k < open && !base; k++)
        base = tokens[k].kind == NAME && is(i + 2, ":") ? class_open(k) : 0;
    for (size_t k = base + 1; base && k < tokens[base].match; k = after(k)) {
        size_t name = is(k, "virtual") ? k + 1 : 0;
        while (name && !is(name + 1, "(") && !is(name, ";") && tokens[name].kind != END)
            name++;
        size_t own = name && is(name + 1, "(") && !is(name - 1, "~") ? overrider(name, open) : 0;
        size_t from = own ? statement_begin(own) : 0, first = statement_begin(name);
        bool device = from && statement_has(from, own, "__device__");
        if (!own || device == statement_has(first, name, "__device__") || depends_on_arch(own))
            continue;
        place(own, true);
        fprintf(stderr,
                _("%s is %s, and what it overrides is %s: both are "
                  "__device__, or neither\n"),
                quoted(own), device ? "__device__" : _("without __device__"),
                device ? _("without __device__") : "__device__");
    }
}

/* The operator's name, as `operator+=`, if one is called at token i, after an operand; or 0 tokens.
 */
static size_t operator_length(size_t i)
{
    static const char *const ones[] = { "+", "-", "*", "/", NULL };
    if (!is_one_of(i, ones) || is(i + 1, "+") || is(i + 1, "-") || is(i + 1, ">"))
        return 0;
    return is(i + 1, "=") ? 2 : 1;
}

/* Do all operators that are spelt as the n tokens at i, and take a `type`, belong to the host? */
static bool has_host_operator(size_t i, size_t n, size_t type)
{
    bool found = false, doubt = false;
    for (size_t k = 1; k < count && !doubt; k++) {
        if (!is(k, "operator") || tokens[k].foreign || tokens[k].in.function)
            continue;
        size_t open = k + n + 1, brace = brace_around(k), word = brace ? brace_word(brace) : 0;
        bool takes = word && same_name(word + 1, type);
        if (tokens[k + 1].kind == NAME && takes)
            return false; /* it is converted */
        if (!same_tokens(i, k + 1, n) || !is(open, "("))
            continue;
        for (size_t t = open; t < tokens[open].match; t++)
            takes |= same_name(t, type);
        bool host = is_host_declaration(k, &doubt);
        found |= takes && host;
    }
    return found && !doubt;
}

/* Is it a class of the program's, or one of CUDA's without operators, as float4? */
static bool is_object(size_t type)
{
    static const char *const vectors[] = { "float2",  "float3", "float4", "double2", "double3",
                                           "double4", "int2",   "int3",   "int4",    "uint2",
                                           "uint3",   "uint4",  "uchar3", "uchar4",  NULL };
    return is_one_of(type, vectors) || what_is(type) & SCOPE;
}

/* Is an object of the type at token `type` part of std, and of the host alone? */
static bool is_std_value(size_t type)
{
    static const char *const host[] = { "complex", "unique_ptr", "shared_ptr", "atomic", NULL };
    static const char *const relaxed[] = { "array", "optional", NULL };
    return (is_one_of(type, host) || (is_one_of(type, relaxed) && !options.relaxed)) &&
           names_std(type) && !(what_is(type) & OWN);
}

/* Does device code at the name i use an object by an operator or a member of the host's? */
void check_operator(size_t i, const struct function *f)
{
    size_t depth, given = 0, k = i + 1, type;
    for (; is(k, "["); given++)
        k = after(k);
    size_t n = operator_length(k);
    bool arrow = is(k, "-") && is(k + 1, ">");
    size_t called = is(k, ".") ? k + 1 : arrow ? k + 2 : 0;
    bool member = called && tokens[called].kind == NAME && is(called + 1, "("),
         each = is(i - 1, ":") && !is(i - 2, ":") && is(k, ")");
    if ((!n && !member && !given && !each) || f->host_too || is_member_access(i - 1) ||
        is_colons(i - 1) || is(i - 1, "&") || is(i - 1, "*") || !(type = type_of(i, &depth)))
        return;
    given += arrow && given < depth;
    bool of_std = is_std_value(type) &&
                  (given > depth || (given == depth && (n || member || each))) &&
                  !is(statement_begin(i), "static_assert");
    if (given != depth || !n || is_std_value(type)) {
        if (!of_std || unevaluated(i, f->body) || depends_on_arch(i))
            return;
        place(i, true);
        fprintf(stderr,
                _("std::%s belongs to the host: it cannot be used in a %s function(\"%s\")\n"),
                quoted(type), space_of(f), quoted(f->name));
        return;
    }
    if (!is_object(type) || !has_host_operator(k, n, type) || unevaluated(i, f->body) ||
        depends_on_arch(i))
        return;
    char name[16];
    snprintf(name, sizeof name, "operator%s%s", quoted(k), n == 2 ? "=" : "");
    say_host_call(k, name, "__host__", f, also_device);
}
