/* CPU device: finds what nvcc refuses and a compiler of plain C++ would take: calls from the device
 * to the host and back, exceptions, stores to __constant__ variables, kernels that are members, ...
 *
 * There is no C++ parser here. A name is judged by all its declarations (names.h), and refused only
 * where they leave no doubt: it is better to miss a mistake than to refuse what nvcc takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "rewrite.h"
#include "words.h"

static int errors;

/* ---- lines that depend on __CUDA_ARCH__ ------------------------------------------------------ */

struct arch {
    const char *file;
    int first, last; /* from the #if to the #endif */
    bool left_out;   /* lines for the device that have no #else */
    struct arch *next;
};
static struct arch *archs;
static bool macros_depend; /* a #define stands in such lines: a macro may mean __device__ */

static void read_archs(const char *file)
{
    static const char **done;
    static size_t n;
    for (size_t i = 0; i < n; i++)
        if (done[i] == file)
            return;
    done = grow(done, (n + 1) * sizeof *done);
    done[n++] = file;
    FILE *f = fopen(file, "r");
    if (!f)
        return;
    struct arch *open[64] = { 0 };
    char line[4096];
    int depth = 0;
    for (int number = 1; fgets(line, sizeof line, f); number++) {
        char *s = line + strspn(line, " \t");
        if (*s != '#')
            continue;
        s += 1 + strspn(s + 1, " \t");
        if (!strncmp(s, "if", 2)) {
            struct arch *a = NULL;
            if (strstr(s, "__CUDA_ARCH__")) {
                a = grow(NULL, sizeof *a);
                *a = (struct arch){ file, number, 1 << 30, !strchr(s, '!') && s[2] != 'n', archs };
                archs = a;
            }
            if (++depth < 64)
                open[depth] = a;
        } else if (!strncmp(s, "define", 6)) {
            for (int k = 1; k <= depth && k < 64; k++)
                macros_depend |= open[k] != NULL;
        } else if (!strncmp(s, "el", 2) && depth > 0 && depth < 64 && open[depth]) {
            open[depth]->left_out = false;
        } else if (!strncmp(s, "endif", 5) && depth > 0) {
            if (depth < 64 && open[depth])
                open[depth]->last = number;
            depth--;
        }
    }
    fclose(f);
}

static bool depends_on_arch(size_t i)
{
    read_archs(tokens[i].file);
    for (struct arch *a = archs; a; a = a->next)
        if (a->file == tokens[i].file && a->first < tokens[i].line && tokens[i].line < a->last)
            return true;
    return false;
}

/* ---- what is said ---------------------------------------------------------------------------- */

static void place(size_t i, bool error)
{
    fprintf(stderr, "%s:%d:%d: %s: ", tokens[i].file, tokens[i].line, column(i),
            error ? "error" : "warning");
    errors += error;
}

static void refuse(size_t i, const char *words)
{
    place(i, true);
    fprintf(stderr, "%s\n", _(words));
}

static const char *quoted(size_t i)
{
    static char words[4][256];
    static int next;
    next = (next + 1) % 4;
    snprintf(words[next], sizeof *words, "%.*s", (int)(tokens[i].end - tokens[i].start),
             text + tokens[i].start);
    return words[next];
}

static const char *space_of(const struct function *f)
{
    return f->global ? "__global__" : f->host_too ? "__host__ __device__" : "__device__";
}

/* Token i calls a function of the host. */
static void say_host_call(size_t i, const char *kind, const struct function *f, const char *advice)
{
    if (f->host_too && !options.warnings)
        return;
    place(i, !f->host_too);
    fprintf(stderr,
            _("calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed%s\n"), kind,
            quoted(i), space_of(f), quoted(f->name), _(advice));
}

static bool same_tokens(size_t a, size_t b, size_t n)
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
static bool stored(size_t i)
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

/* ---- calls ----------------------------------------------------------------------------------- */

/* Is the name of token i a function that is called wherever it stands in the tokens from .. to? */
static bool always_called(size_t i, size_t from, size_t to)
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
static bool unevaluated(size_t i, size_t from)
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
static size_t call_open(size_t i)
{
    if (is(i + 1, "("))
        return i + 1;
    size_t close = is(i + 1, "<") && !is(i + 2, "<") ? template_close(i) : 0;
    return close && is(close + 1, "(") ? close + 1 : 0;
}

/* Does a:: stand before token i, and the program does not define a? */
static bool in_foreign_scope(size_t i)
{
    return is_colons(i - 1) &&
           (is(i - 3, ">") ||
            (tokens[i - 3].kind == NAME && !is_statement_word(i - 3) && !(what_is(i - 3) & SCOPE)));
}

/* Is token i part of what the compiler works out, as in `constexpr int n = table[1];`? */
static bool is_constant_here(size_t i)
{
    static const char *const words[] = {
        "constexpr", "static_assert", "case", "using", "enum", NULL
    };
    bool names = !is(i + 1, "[");
    if (is(i - 1, "[") && may_declare(i - 2)) /* the size of an array */
        return true;
    for (size_t k = i + 2; k < tokens[i + 1].match && !names; k++)
        names = tokens[k].kind == NAME;
    for (size_t k = i; k-- > 0 && !is(k, ";") && !is(k, "{") && !is(k, "}");)
        if (is_one_of(k, words) || (is(k + 1, "<") && template_close(k) > i))
            return true;
    return !names; /* as in table[1] * 2, which nvcc refuses, too: what it is part of is not seen */
}

/* Is token i, whose qualified name begins at `first`, the whole argument of one of the program's
 * functions of the device, whose parameter is a reference? */
static bool is_referenced_argument(size_t i, size_t first)
{
    size_t call = called_around(first), n = 0, same = 0;
    const struct function *called = NULL;
    if (!call || (!is(first - 1, "(") && !is(first - 1, ",")) ||
        (!is(i + 1, ")") && !is(i + 1, ",")))
        return false;
    for (size_t k = 0; k < function_count; k++)
        if (same_name(functions[k].name, call)) {
            called = &functions[k];
            same++;
        }
    if (same != 1 || is_member_access(call - 1))
        return false;
    for (size_t k = call + 2; k < first; k = after_part(k))
        n += is(k, ",");
    size_t k = called->open + 1, close = tokens[called->open].match;
    for (; n > 0 && k < close; k = after_part(k))
        n -= is(k, ",");
    for (; k < close && !is(k, ","); k = after_part(k))
        if (is(k, "&"))
            return true;
    return false;
}

/* Token i is a const variable of the host, whose value device code knows: does it need its address?
 */
static bool needs_address(size_t i)
{
    static const char *const before[] = { "=", "(", ",", "{", ";", "return", NULL };
    size_t first = i;
    while (is_colons(first - 1))
        first -= tokens[first - 3].kind == NAME ? 3 : 2;
    bool refers = is(first - 1, "=") && tokens[first - 2].kind == NAME && is(first - 3, "&") &&
                  (is(i + 1, ";") || is(i + 1, ","));
    bool address = is(first - 1, "&") && is_one_of(first - 2, before);
    return refers || address || is_referenced_argument(i, first);
}

/* Does the body of f read a variable of the host at token i? Says so. */
static bool check_host_variable(size_t i, const struct function *f)
{
    unsigned what = what_is(i) & (HOST | DEVICE | BOTH | VARIABLES);
    bool array = what == CONST_ARRAY || (what == CONSTEXPR_ARRAY && !is_constant_here(i));
    bool constant = (what == CONSTANT || (what == (CONSTANT | NO_VARIABLE) && is_colons(i - 1))) &&
                    needs_address(i);
    bool read = what == VARIABLE || constant ||
                (array && (is(i + 1, "[") || is(i + 1, ",") || is(i + 1, ")")));
    if (!read || f->host_too || is_member_access(i - 1) || is(i - 1, ".") ||
        (is_colons(i - 1) && !constant) || is(i + 1, ":") || unevaluated(i, f->body) ||
        depends_on_arch(i))
        return false;
    for (size_t k = f->first; k < f->end; k++)
        if (same_name(k, i) && (k < f->body || (may_declare(k) && !(constant && needs_address(k)))))
            return false;
    place(i, true);
    fprintf(stderr,
            constant
                ? _("identifier \"%s\" is undefined in device code: it is a constant of the host, "
                    "which has a value there, but no address; take a copy, const auto c = %s;\n")
                : _("identifier \"%s\" is undefined in device code: it is a variable of the "
                    "host; pass its value to the kernel, or declare it __device__\n"),
            quoted(i), quoted(i));
    return true;
}

/* Does the body of f name a function of the host at token i, without a call of it? */
static bool check_host_address(size_t i, const struct function *f)
{
    if (what_is(i) != HOST || f->host_too || call_open(i) || is_member_access(i - 1) ||
        is(i - 1, ".") || is_colons(i - 1) || is_colons(i + 1) || is(i + 1, ":") ||
        is(i + 1, "<") || is(i - 1, "goto") || unevaluated(i, f->body) || depends_on_arch(i))
        return false;
    for (size_t k = f->first; k < f->end; k++)
        if (same_name(k, i) && may_declare(k))
            return false;
    place(i, true);
    fprintf(
        stderr,
        _("identifier \"%s\" is undefined in device code: it is a function of the host; declare it "
          "__device__\n"),
        quoted(i));
    return true;
}

static const char *const host_classes[] = {
    "vector",        "string",       "map",   "set",    "unordered_map", "unordered_set", "list",
    "deque",         "queue",        "stack", "thread", "mutex",         "function",      "mt19937",
    "ostringstream", "stringstream", NULL
};
static const char *const streams[] = { "cout", "cerr", "clog", "cin", "chrono", NULL };

/* Token i is std::pair or std::tuple: is one made there, with no argument or with several? */
static bool constructed(size_t i)
{
    size_t k = template_close(i);
    if (!k)
        return false;
    k += tokens[k + 1].kind == NAME ? 2 : 1;
    if (tokens[k - 1].kind == NAME && is(k, ";"))
        return true;
    k += is(k, "=");
    if (!is(k, "(") && !is(k, "{"))
        return false;
    for (size_t t = k + 1; t < tokens[k].match; t++) {
        if (is(t, ","))
            return true;
        if (is(t, "<"))
            return false; /* is the comma an argument's or a template's? */
        if (tokens[t].match > t)
            t = tokens[t].match;
    }
    return is(k, "{") && tokens[k].match == k + 1;
}

/* Does f use a parameter that is a std::vector or its like, or a reference to one? */
static void check_containers(const struct function *f)
{
    for (size_t i = f->open + 1; i < f->body; i++) {
        size_t name = is_one_of(i, host_classes) && names_std(i) ? i + 1 : 0;
        if (!name || what_is(i) & OWN)
            continue;
        if (is(name, "<"))
            name = template_close(i) + 1;
        while (is(name, "const") || is(name, "&"))
            name++;
        if (tokens[name].kind != NAME || (!is(name + 1, ",") && !is(name + 1, ")")))
            continue;
        for (size_t k = f->body; k < f->end; k++) {
            if (!same_name(k, name) || is_member_access(k - 1) || unevaluated(k, f->body))
                continue;
            if (may_declare(k))
                break;
            if ((!is(k + 1, "[") && !is(k + 1, ".")) || depends_on_arch(k))
                continue;
            place(k, true);
            fprintf(stderr,
                    _("%s is a std::%s, which belongs to the host: it cannot be used in a %s "
                      "function(\"%s\"); pass a pointer to memory of the device\n"),
                    quoted(k), quoted(i), space_of(f), quoted(f->name));
            break;
        }
    }
}

/* Does device code store to threadIdx, blockIdx, ... at token i? */
static void check_index(size_t i, const struct function *f)
{
    static const char *const names[] = { "threadIdx", "blockIdx", "blockDim",
                                         "gridDim",   "warpSize", NULL };
    if (!is_one_of(i, names) || what_is(i) & OWN || is_member_access(i - 1) || !stored(i) ||
        unevaluated(i, f->body) || depends_on_arch(i))
        return;
    for (size_t k = f->first; k <= i; k++)
        if (same_name(k, i) && may_declare(k))
            return;
    place(i, true);
    fprintf(stderr, _("%s cannot be changed: CUDA sets it; take a variable of your own\n"),
            quoted(i));
}

/* Does device code at token i call a __device__ function that the program only declares? */
static void check_defined(size_t i, const struct function *f)
{
    if (!options.whole || what_is(i) != DEVICE || !call_open(i) || is_member_access(i - 1) ||
        is_colons(i - 1) || !always_called(i, f->first, f->end) || unevaluated(i, f->body) ||
        depends_on_arch(i))
        return;
    for (size_t k = 0; k < count; k++)
        if (same_name(k, i) && !tokens[k].in.function &&
            (!is(k + 1, "(") || !is(tokens[k + 1].match + 1, ";")))
            return;
    place(i, true);
    fprintf(stderr,
            _("the __device__ function(\"%s\"), called in %s, is declared but not defined\n"),
            quoted(i), quoted(f->name));
}

/* ---- what objects run of the host's ---------------------------------------------------------- */

/* The type's name of the variable that the function around it declares as the name at token i, and
 * how many * and [] that has; 0 if it is not known. */
static size_t type_of(size_t i, size_t *depth)
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
    if (is(k, ">") && template_open(k))
        k = template_open(k) - 1;
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

/* Have all constructors of the program's class of that name a body of the host's? */
static bool has_host_constructors(size_t type)
{
    bool found = false, doubt = false;
    for (size_t i = 1; i < count && !doubt; i++) {
        if (!same_name(i, type) || tokens[i].foreign || tokens[i].in.function)
            continue;
        size_t brace = brace_around(i), word = brace ? brace_word(brace) : 0;
        bool within = word && same_name(word + 1, type) && declares_class(word + 1);
        if (declares_class(i) && is(i - 2, ">"))
            doubt = true; /* a template: which of its specialisations? */
        else if (within && is(i + 1, "(") && !is(i - 1, "~"))
            found = is_host_declaration(i, &doubt);
    }
    return found && !doubt;
}

/* Does device code at the type's name i make an object by a constructor of the host's? One that
 * may be a copy does not. */
static void check_constructor(size_t i, const struct function *f)
{
    size_t k = tokens[i + 1].kind == NAME ? i + 2 : i + 1;
    bool made = k == i + 2 && (is(k, ";") || is(k, "[") || is(k, ","));
    if (is(k, "(") || is(k, "{")) {
        made = tokens[k].match == k + 1;
        for (size_t t = k + 1; t < tokens[k].match; t = after_part(t))
            made |= is(t, ",");
    }
    if (!made || !(what_is(i) & SCOPE) || f->host_too || is_member_access(i - 1) ||
        is_colons(i - 1) || is(i - 1, "~") || is(i - 1, "struct") || is(i - 1, "class") ||
        statement_has(statement_begin(i), i, "__shared__") ||
        statement_has(statement_begin(i), i, "extern") || unevaluated(i, f->body) ||
        !has_host_constructors(i) || depends_on_arch(i))
        return;
    say_host_call(i, "__host__", f, "; declare it __device__, too");
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
    static const char *const host[] = { "complex", "unique_ptr", "shared_ptr", NULL };
    static const char *const relaxed[] = { "array", "optional", NULL };
    return (is_one_of(type, host) || (is_one_of(type, relaxed) && !options.relaxed)) &&
           names_std(type) && !(what_is(type) & OWN);
}

/* Does device code at the name i use an object by an operator or a member of the host's? */
static void check_operator(size_t i, const struct function *f)
{
    size_t depth, given = 0, k = i + 1, type;
    for (; is(k, "["); given++)
        k = after(k);
    size_t n = operator_length(k);
    bool member = is(k, ".") && tokens[k + 1].kind == NAME && is(k + 2, "("),
         each = is(i - 1, ":") && !is(i - 2, ":") && is(k, ")");
    if ((!n && !member && !given && !each) || f->host_too || is_member_access(i - 1) ||
        is_colons(i - 1) || is(i - 1, "&") || is(i - 1, "*") || !(type = type_of(i, &depth)))
        return;
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
    place(k, true);
    fprintf(stderr,
            _("calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed%s\n"),
            "__host__", name, space_of(f), quoted(f->name), _("; declare it __device__, too"));
}

static const char with_relaxed[] = "; nvcc takes it with --expt-relaxed-constexpr";

/* std:: stands before token i: is it std::cout or its like, or is a std::vector or its like made?
 */
static bool is_host_object(size_t i)
{
    size_t next = template_close(i) + 1;
    return (is_one_of(i, streams) && !is(i + 1, "(")) ||
           (is_one_of(i, host_classes) && !is(i - 4, "<") && !is(i - 4, ",") && !is(i - 4, "(") &&
            !is(next, "*") && !is(next, "&"));
}

/* The program declares a host function of the name at token i: is that one meant? */
static bool names_own(size_t i, unsigned what)
{
    if (is_member_access(i - 1) &&
        (!(what & HOST_MEMBER) || what & (C_FUNCTION | STD | STD_CONSTEXPR)))
        return false;
    return !in_foreign_scope(i) && !(what & FOREIGN);
}

/* Does the call at token i mean a function of the host? Sets its kind and what helps. */
static bool names_host_function(size_t i, const char **kind, const char **advice)
{
    unsigned what = what_is(i);
    bool in_std = is_colons(i - 1) && is(i - 3, "std");
    if (what & (DEVICE | BOTH | OTHER | MATH) || (what & KNOWN && !in_std))
        return false;
    *kind = "__host__";
    *advice = "";
    if (what & HOST) {
        if (what & HOST_CONSTEXPR)
            *kind = "constexpr __host__";
        *advice = what & HOST_CONSTEXPR
                      ? "; declare it __device__, too, or use --expt-relaxed-constexpr"
                      : "; declare it __device__, too";
        return names_own(i, what);
    }
    if (what & (STD | STD_CONSTEXPR) && names_std(i)) {
        static const char *const on_device[] = { "move", "forward", "declval", "addressof", NULL };
        if (what & STD_CONSTEXPR) {
            *kind = "constexpr __host__";
            *advice = with_relaxed;
        }
        return !is_one_of(i, on_device) &&
               (in_std || !(what & STD_CONSTEXPR)); /* max() may be CUDA's */
    }
    bool of_other = is_colons(i - 1) && tokens[i - 3].kind == NAME && !is(i - 3, "std") &&
                    !is_statement_word(i - 3);
    return what & C_FUNCTION && !begins(i, "__") && !is_member_access(i - 1) && !of_other;
}

/* Does the body of f use something of the host at the name i? */
static void check_device_name(size_t i, const struct function *f)
{
    const char *kind, *advice;
    unsigned what = what_is(i);
    bool mine = what & OWN;
    bool of_std = !mine && is(i - 1, ":") && is(i - 3, "std");
    if (of_std && is_host_object(i)) {
        if (depends_on_arch(i) || f->host_too)
            return;
        place(i, true);
        fprintf(stderr,
                _("std::%s belongs to the host: it cannot be used in a %s function(\"%s\")\n"),
                quoted(i), space_of(f), quoted(f->name));
        return;
    }
    if (of_std && (is(i, "pair") || is(i, "tuple")) && constructed(i) && !options.relaxed &&
        !unevaluated(i, f->body) && !depends_on_arch(i)) {
        say_host_call(i, "constexpr __host__", f, with_relaxed);
        return;
    }
    if (!is_member_access(i - 1) && tokens[i - 1].kind == NAME && !is_statement_word(i - 1))
        return; /* T f(3); */
    if (!call_open(i) || !names_host_function(i, &kind, &advice) ||
        (what & (HOST_CONSTEXPR | STD_CONSTEXPR) && options.relaxed) ||
        !always_called(i, f->first, f->end) || unevaluated(i, f->body) || depends_on_arch(i))
        return;
    say_host_call(i, kind, f, advice);
}

/* numeric_limits<T>::max() and its like are constexpr functions of the host. */
static void check_limits(size_t i, const struct function *f)
{
    size_t k = template_close(i);
    if (!k || options.relaxed || !is_colons(k + 2) || tokens[k + 3].kind != NAME ||
        !is(k + 4, "(") || unevaluated(i, f->body) || depends_on_arch(i))
        return;
    say_host_call(k + 3, "constexpr __host__", f, with_relaxed);
}

/* Is the body of f compiled? That of a template only if something else names it. */
static bool instantiated(const struct function *f)
{
    if (!f->is_template)
        return true;
    for (size_t k = 0; k < count; k++)
        if ((k < f->first || k > f->end) && !tokens[k].foreign && same_name(k, f->name))
            return true;
    return false;
}

/* Is a kernel called at token i, in the function from token `first` to `end`? Says so. */
static bool check_kernel_call(size_t i, size_t first, size_t end)
{
    const struct kernel *k = find_kernel(i);
    if (!k || k->shared_name || !is(i + 1, "(") || is_member_access(i - 1) || in_foreign_scope(i) ||
        (tokens[i - 1].kind == NAME && !is_statement_word(i - 1)) ||
        !always_called(i, first, end) ||
        (is(i - 1, "(") && is(i - 3, "__attribute__"))) /* a kernel named aligned */
        return false;
    place(i, true);
    fprintf(stderr, _("a kernel is launched, not called: %s<<<grid, block>>>(...)\n"), k->name);
    return true;
}

/* Token i calls a function of the device in the function `name`, which the host also has. */
static void say_device_call(size_t i, const char *called, size_t name)
{
    place(i, true);
    fprintf(stderr,
            _("calling a __device__ function(\"%s\") from a __host__ %sfunction(\"%s\") is not "
              "allowed\n"),
            called, tokens[i].in.device ? "__device__ " : "", quoted(name));
}

/* Does the host's function `name`, from token `first` to `end`, call something of the device at the
 * name i? */
static void check_host_name(size_t i, size_t first, size_t name, size_t end)
{
    unsigned what = what_is(i);
    if (check_kernel_call(i, first, end))
        return;
    static const char *const on_device[] = { "__threadfence",
                                             "__threadfence_block",
                                             "__threadfence_system",
                                             "__popc",
                                             "__clz",
                                             "__ffs",
                                             "__ldg",
                                             "__float_as_int",
                                             "__int_as_float",
                                             "__nanosleep",
                                             "clock64",
                                             NULL };
    if (is(i, "barrier") && is(i - 3, "cpu_device") && !depends_on_arch(i))
        say_device_call(i, "__syncthreads", name);
    bool atomic = what == KNOWN &&
                  (begins(i, "atomic") || (is_one_of(i, on_device) && !is(first, "template")));
    if ((what != DEVICE && !atomic) || !call_open(i) || is_member_access(i - 1) ||
        in_foreign_scope(i) || (tokens[i - 1].kind == NAME && !is_statement_word(i - 1)))
        return;
    if (!always_called(i, first, end) || unevaluated(i, first) || depends_on_arch(i))
        return;
    say_device_call(i, quoted(i), name);
}

static void check_device_function(const struct function *f)
{
    if (tokens[f->open].foreign || !instantiated(f))
        return;
    for (size_t i = f->body + 1; i < f->end; i++) {
        if (tokens[i].kind != NAME || tokens[i].foreign)
            continue;
        if ((is(i, "try") || is(i, "throw")) && !depends_on_arch(i))
            refuse(i, "device code does not support exception handling");
        else if ((is(i, "typeid") || is(i, "dynamic_cast")) && !f->host_too && !depends_on_arch(i))
            refuse(i, "device code knows no types at run time: no typeid, no dynamic_cast");
        else if (is(i, "thread_local") && !depends_on_arch(i))
            refuse(
                i,
                "device code has no thread_local variables: each thread has its own ones anyway");
        else if (is(i, "numeric_limits"))
            check_limits(i, f);
        else if (!check_kernel_call(i, same_name(i, f->name) ? f->body : f->first, f->end) &&
                 !check_host_variable(i, f) && !check_host_address(i, f)) {
            check_device_name(i, f);
            check_constructor(i, f);
            check_operator(i, f);
            check_index(i, f);
            check_defined(i, f);
        }
    }
    if (!f->host_too)
        check_containers(f);
    for (size_t i = f->body + 1; i < f->end && f->host_too && !f->is_template; i++)
        if (what_is(i) == DEVICE && !in_class(f->first)) /* of a class template, maybe */
            check_host_name(i, f->first, f->name, f->end);
}

static void check_host_functions(void)
{
    for (size_t i = 1; i < count; i++) {
        if (!is(i, "{") || !tokens[i].in.function || tokens[i].foreign || tokens[i].in.device ||
            !tokens[i].match)
            continue;
        size_t first = i, name = 0;
        while (first > 0 && !is(first - 1, ";") && !is(first - 1, "{") && !is(first - 1, "}"))
            first =
                is(first - 1, ")") && tokens[first - 1].match ? tokens[first - 1].match : first - 1;
        for (size_t k = first; k < i && !name; k++)
            if (is(k + 1, "(") && tokens[k].kind == NAME && !is(k, "__attribute__"))
                name = k;
        for (size_t k = i; name && k < tokens[i].match; k++)
            if (tokens[k].kind == NAME && !tokens[k].in.device)
                check_host_name(k, first, name, tokens[i].match);
        i = tokens[i].match;
    }
}

/* ---- what the host calls by a name of the device's ------------------------------------------- */

/* Is token i the whole argument of one of the program's own functions, which may take a symbol? */
static bool may_be_symbol(size_t i)
{
    size_t call = called_around(i);
    return call && what_is(call) & OWN && (is(i - 1, "(") || is(i - 1, ",")) &&
           (is(i + 1, ")") || is(i + 1, ","));
}

/* As nvcc's #20091, once for each variable. */
static void warn_of_shadows(void)
{
    static size_t *said, n;
    for (size_t i = 1; i < count; i++) {
        bool is_new =
            means_shadow(i) && !is(i - 1, "&") && what_is(i) & NO_VARIABLE && !may_be_symbol(i);
        for (size_t k = 0; k < n && is_new; k++)
            is_new = !same_name(said[k], i);
        if (!is_new || depends_on_arch(i))
            continue;
        said = grow(said, (n + 1) * sizeof *said);
        said[n++] = i;
        place(i, false);
        fprintf(stderr,
                _("a variable of the device, \"%s\", cannot be used directly in a function of the "
                  "host, which has another one by that name, always 0; copy with "
                  "cudaMemcpyFromSymbol or cudaMemcpyToSymbol\n"),
                quoted(i));
    }
}

/* A call that will fail when the program runs, on a GPU as well. */
static void warn_of_no_symbol(size_t i)
{
    if (!is_no_symbol(i) || depends_on_arch(i))
        return;
    place(i, false);
    fprintf(stderr,
            _("%s is a variable of the host and no symbol: %s will return cudaErrorInvalidSymbol; "
              "declare it __device__ or __constant__\n"),
            quoted(i), quoted(called_around(i)));
}

/* ---- other rules ----------------------------------------------------------------------------- */

/* The ( of a kernel's parameters: what none of them can be. */
static void check_kernel_parameters(size_t open)
{
    for (size_t k = open + 1; k < tokens[open].match; k++) {
        bool last = is(k + 3, ")") && k + 3 == tokens[open].match;
        if (last && is(k, ".") && is(k + 1, ".") && is(k + 2, "."))
            refuse(k, "a kernel has no ... among its parameters");
        else if (is(k, "&") && is(k + 1, "&"))
            refuse(k++, "a kernel has no parameter that is a && reference");
        else if (is(k, "va_list") || (is(k, "initializer_list") && names_std(k)))
            refuse(k,
                   "a kernel has no list of arguments as a parameter; pass a pointer and a number");
    }
}

/* The template head before the kernel whose first token is `from`: a pack ends it. */
static void check_packs(size_t from)
{
    for (size_t k = from - 1; is(from - 1, ">") && k > template_open(from - 1); k--)
        if (is(k, ".") && is(k - 1, ".") && is(k - 2, ".")) {
            size_t comma = k;
            while (comma < from - 1 && !is(comma, ","))
                comma = after_part(comma);
            if (comma < from - 1)
                refuse(k - 2, "of a kernel's template parameters only the last may be a pack");
            k -= 2;
        }
}

/* Token i is the __global__ of a kernel: what nvcc asks of its declaration. */
static void check_kernel(size_t i)
{
    size_t open = parameters_open(i), from = first_specifier(i), type = from;
    if (!open)
        return;
    for (; type < open && tokens[i].mark.returns_value && !is_type_word(type); type++)
        ;
    if (tokens[i].mark.returns_value)
        refuse(type < open ? type : i, "a kernel (__global__ function) returns void");
    for (size_t k = from; k < open; k++)
        if (is(k, "__host__") || is(k, "__device__"))
            refuse(k, "a kernel is __global__ alone, not __host__ or __device__, too");
        else if (is(k, "constexpr"))
            refuse(k, "a kernel cannot be constexpr");
        else if (is(k, "operator"))
            refuse(k, "a kernel cannot be an operator");
        else if (is(k, "auto") && !is(tokens[open].match + 1, "-"))
            refuse(k, "a kernel returns void, and says so: void in place of auto");
    if (is(tokens[open].match + 1, "noexcept"))
        refuse(tokens[open].match + 1, "a kernel cannot be noexcept");
    check_kernel_parameters(open);
    check_packs(from);
}

/* Token i is a __launch_bounds__: of a kernel? */
static void check_bounds(size_t i)
{
    for (size_t k = statement_begin(i); !is(k, "{") && !is(k, ";") && tokens[k].kind != END; k++)
        if (is(k, "__global__"))
            return;
    refuse(i, "only a kernel, a __global__ function, has __launch_bounds__");
}

static bool is_friend(size_t i)
{
    for (size_t k = i; k-- > 0 && tokens[k].kind == NAME;)
        if (is(k, "friend"))
            return true;
    return is(i + 1, "friend");
}

static bool scalar(size_t i) { return !is(i + 1, "[") && !is(i + 1, "."); }

/* Token t is the __constant__ variable `name`: is what is stored to a part of it, and not behind a
 * pointer that it holds? */
static bool is_part(size_t t, size_t name)
{
    size_t k = t + 1;
    for (size_t d = name + 1; is(k, "[") && is(d, "["); d = after(d))
        k = after(k);
    while (is(k, "."))
        k += 2;
    return !is(k, "[");
}

/* Finds stores to the __constant__ variable `name` in device code. */
static void check_constant(size_t name)
{
    for (size_t k = 0; k < function_count; k++) {
        const struct function *f = &functions[k];
        bool local = false; /* may be declared there again */
        for (size_t t = f->open; t < f->end && !local; t++) {
            if (!same_name(t, name) || is_member_access(t - 1) || is_colons(t - 1))
                continue;
            local = (tokens[t - 1].kind == NAME && !is_statement_word(t - 1)) || is(t - 1, "&") ||
                    is(t - 1, "*") || is(t - 1, ">") || is(t - 1, ",");
            if (!local && stored(t) && is_part(t, name) &&
                (options.warnings || scalar(t))) { /* nvcc takes the others */
                place(t, scalar(t));
                fputs(
                    _("a __constant__ variable cannot be changed in device code; the host sets it "
                      "with cudaMemcpyToSymbol\n"),
                    stderr);
            }
        }
    }
}

/* Has a variable of the __shared__ declaration from token `from` to its ; a value? Says so. */
static void check_initialiser(size_t from, size_t to)
{
    for (size_t i = first_declared(from); i > from && i < to; i++) {
        if (is(i, "=") || (is(i, "{") && !is(i - 1, "]"))) {
            refuse(i,
                   "a __shared__ variable cannot have an initialiser: let the threads store to it, "
                   "then __syncthreads()");
            return;
        }
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
}

/* Token i is __device__, __constant__, __managed__ or __shared__ in a function: may its variable
 * stand there? */
static void check_local(size_t i, size_t from)
{
    size_t to = statement_end(from);
    bool is_shared = statement_has(from, to, "__shared__");
    bool is_static = is_shared || statement_has(from, to, "static");
    const struct function *f = function_around(i);
    if (statement_has(from, to, "extern") || (is_shared && !is(i, "__shared__")) ||
        is(from - 1, "(") ||
        (!is_shared && first_declared(from) < i /* none, or a lambda's qualifier */) ||
        depends_on_arch(i))
        return;
    if (is_static ? f && !f->host_too : is(i, "__shared__"))
        return;
    place(i, true);
    fprintf(stderr, _("a %s variable is not allowed in a function%s%s\n"), quoted(i),
            !f            ? _(" of the host")
            : f->host_too ? _(" that the host can call")
                          : "",
            is_shared ? "" : _("; declare it outside"));
}

/* Token i is a word of the device's memory in a class: nvcc gives no member a place there. */
static void check_member(size_t i)
{
    size_t name = first_declared(i);
    if (!name || is(name, "operator") || parameters_open(i) || depends_on_arch(i))
        return;
    place(i, true);
    fprintf(stderr, _("%s does not apply to a member of a class: make it a variable outside\n"),
            quoted(i));
}

/* Token i is __managed__ or __constant__: does a word beside it not go with it? */
static void check_words(size_t i)
{
    static const char *const of_memory[] = { "__shared__", "__constant__", NULL };
    size_t first = first_specifier(i), name = first_declared(i);
    for (size_t k = first; k < name; k++) {
        bool is_const = is(i, "__managed__") && is(k, "const") && !is(name - 1, "*");
        if (k == i || (!is_const && !is_one_of(k, of_memory)))
            continue;
        place(k, true);
        fprintf(stderr, _("a %s variable is not %s\n"), quoted(i), quoted(k));
        return;
    }
}

/* The word at token i declares a variable of the device: does it need code to be run when it is
 * made or ends? Nobody runs that. */
static void check_class(size_t i)
{
    size_t name = first_declared(i);
    if (!name || is(name, "operator") || is(name - 1, "*") || is(name - 1, "&") ||
        parameters_open(i) || statement_has(i, name, "extern") || is(i - 1, "extern"))
        return;
    bool is_shared = is(i, "__shared__") && tokens[i].in.function,
         set = !is(name + 1, ";") && !is(name + 1, "[");
    unsigned runs = runs_by_itself(name) & ~(unsigned)(set ? CONSTRUCTS : 0);
    tokens[i].mark.unmade = is_shared && runs;
    if (!runs || (is_shared && !options.warnings) || depends_on_arch(i))
        return;
    place(name, !is_shared);
    if (is_shared)
        fprintf(
            stderr,
            _("no constructor or destructor of %s, a __shared__ variable, is run: let the threads "
              "set it, then __syncthreads()\n"),
            quoted(name));
    else
        fprintf(stderr,
                _("nothing runs on the device before a kernel does: %s, a %s variable, can have no "
                  "constructor or destructor with code, and no virtual functions; set it in a "
                  "kernel\n"),
                quoted(name), quoted(i));
}

/* The variable of the device at token `name`, whose declaration has the word i, may not be inline,
 * or extern and defined, in a whole program: nvcc makes it a variable of one file. */
static void check_linkage(size_t i, size_t name)
{
    size_t first = first_specifier(i);
    if (!options.whole || statement_has(first, name, "static") || depends_on_arch(i))
        return;
    for (size_t k = first; k < name; k++)
        if (is(k, "inline") || is(k, "__inline__")) {
            place(k, true);
            fprintf(stderr, _("an inline %s variable is not possible: leave out inline\n"),
                    quoted(i));
            return;
        }
    for (size_t k = 1; k < count && !statement_has(first, name, "extern"); k++) {
        size_t from = same_name(k, name) && !tokens[k].in.function ? statement_begin(k) : k;
        if (!statement_has(from, k, "extern") || !statement_has(from, k, quoted(i)))
            continue;
        place(k, true);
        fprintf(stderr,
                _("%s is declared extern and defined in one file, which nvcc takes with -rdc=true "
                  "alone: leave out extern\n"),
                quoted(name));
        return;
    }
}

/* Token i is __device__, __constant__ or __managed__ outside of functions: is a variable set by a
 * call of the host's? */
static void check_dynamic(size_t i)
{
    size_t name = first_declared(i), to = statement_end(i);
    if (!name || is(name, "operator") || parameters_open(i) || in_class(i))
        return;
    check_class(i);
    check_linkage(i, name);
    if (!is(i, "__device__"))
        check_words(i);
    for (size_t k = name + 1; k < to; k++) {
        unsigned what = what_is(k) & ~(unsigned)KNOWN;
        if (!is(k + 1, "(") || (what != HOST && what != MATH) || is_member_access(k - 1) ||
            depends_on_arch(k))
            continue;
        place(k, true);
        fprintf(stderr,
                _("a %s variable has a value that is known when it is built, none that a function "
                  "returns; set it with cudaMemcpyToSymbol\n"),
                quoted(i));
        return;
    }
}

/* A parameter that is __shared__ or its like. */
static void check_parameter(size_t i)
{
    size_t open = i;
    while (tokens[open].kind != END && open > 0 && !is(open, "(") && !is(open, ";") &&
           !is(open, "{") && !is(open, "}"))
        open--;
    if (is(open, "(") && tokens[open].match > i && !tokens[i].in.function)
        refuse(i,
               "a parameter is no variable in shared memory: leave out __shared__; a pointer may "
               "point "
               "there");
}

/* Token i is __shared__; or it is __device__, __constant__ or __managed__ in a function. */
static void check_memory(size_t i)
{
    size_t from = i;
    for (size_t k = i - 1; !is(k, ";") && !is(k, "{") && !is(k, "("); k = from - 1) {
        size_t open = tokens[k].match; /* of an attribute's brackets, or of a struct */
        size_t word = is(k, "}") && open ? brace_word(open) : 0;
        if (is(k, "}") && (!word || is(word, "namespace") || tokens[word].kind == STRING))
            break;
        from = open && open < k ? open : k;
    }
    if (is(i, "__shared__"))
        check_initialiser(from, statement_end(from));
    if (tokens[i].in.function)
        check_local(i, from);
}

/* The same for all variables of the declaration that begins with the __constant__ at token i. */
static void check_constants(size_t i)
{
    for (; !is(i, ";") && !is(i, "(") && tokens[i].kind != END; i++) {
        if ((is(i, "{") || is(i, "[")) && tokens[i].match)
            i = tokens[i].match;
        else if (tokens[i].kind == NAME && (is(i + 1, "[") || is(i + 1, ";") || is(i + 1, ",") ||
                                            is(i + 1, "=") || is(i + 1, "{")))
            check_constant(i);
    }
}

/* The warp functions of CUDA before 9. */
static void check_old_warp_function(size_t i)
{
    static const char *const old[] = { "__shfl", "__shfl_up", "__shfl_down", "__shfl_xor",
                                       "__any",  "__all",     "__ballot",    NULL };
    if (!is_one_of(i, old) || !is(i + 1, "(") || what_is(i) & OWN)
        return;
    place(i, true);
    fprintf(
        stderr,
        _("%s is no longer part of CUDA: write %s_sync(0xffffffff, ...), whose first argument is "
          "the mask of the lanes that take part\n"),
        quoted(i), quoted(i));
}

/* How many arguments stand between the brackets `open` and `close`, or parameters (`types`)? -1
 * where it cannot be told. */
static int parts(size_t open, size_t close, bool types)
{
    int n = 1, depth = 0;
    for (size_t i = open + 1; i < close; i++) {
        if (is(i, "<") || is(i, ">")) {
            if (!types)
                return -1;
            depth += is(i, "<") ? 1 : -1;
        } else if (is(i, ".") && is(i + 1, ".")) {
            return -1;
        } else if (is(i, ",") && depth == 0) {
            n++;
        } else if (tokens[i].match > i) {
            i = tokens[i].match;
        }
    }
    bool none = close == open + 1 || (types && close == open + 2 && is(open + 1, "void"));
    return none ? 0 : n;
}

static int defaults(size_t open)
{
    int n = 0;
    for (size_t i = open + 1; i < tokens[open].match; i++)
        n += is(i, "=");
    return n;
}

/* Is the function of that name declared with a word that begins with _ and is not CUDA's, _global_?
 * The compiler will say so. */
static bool is_misspelt(size_t name)
{
    static const char *const right[] = { "__device__",    "__host__",      "__noinline__",
                                         "__attribute__", "__inline__",    "__inline",
                                         "__restrict__",  "__extension__", NULL };
    for (size_t i = 1; i < count; i++) {
        bool declared = same_name(i, name) && is(i + 1, "(") && !tokens[i].in.function;
        for (size_t k = declared ? first_specifier(i) : i; k < i; k++)
            if (begins(k, "_") && tokens[k].kind == NAME && !is_one_of(k, right))
                return true;
    }
    return false;
}

/* The name of token i as its file has it, in UTF-8. */
static const char *as_written(size_t i)
{
    static char name[256];
    size_t n = 0;
    for (const char *c = quoted(i); *c && n < sizeof name - 5; c++) {
        unsigned code = (unsigned char)*c;
        if (*c == '\\' && sscanf(c, "\\U%8x", &code) == 1)
            c += 9;
        if (code < 0x80)
            name[n++] = (char)code;
        else if (code < 0x800)
            n += (size_t)sprintf(name + n, "%c%c", 0xc0 | code >> 6, 0x80 | (code & 0x3f));
        else
            n += (size_t)sprintf(name + n, "%c%c%c", 0xe0 | code >> 12, 0x80 | (code >> 6 & 0x3f),
                                 0x80 | (code & 0x3f));
    }
    name[n] = 0;
    return name;
}

/* nvcc takes letters beyond ASCII in names of the host, parameters and local variables alone. */
static void check_letters(size_t i)
{
    size_t open = parameters_open(i), name = open ? open - 1 : first_declared(i);
    if (!name || tokens[name].in.function || !strstr(quoted(name), "\\U"))
        return;
    place(name, true);
    fprintf(
        stderr,
        _("%s: nvcc takes only letters of English in the name of a kernel, a __device__ function "
          "or a variable of the device\n"),
        as_written(name));
}

/* nvcc refuses a function that is a kernel in one place and none in another. */
static void check_without_global(size_t i)
{
    const struct kernel *k = find_kernel(i);
    if (!k || k->without != i)
        return;
    place(i, true);
    fprintf(stderr,
            _("%s is without __global__ here, but line %d of %s says that it is a kernel\n"),
            quoted(i), tokens[k->open].line, tokens[k->open].file);
}

/* Is something launched by the name at token i that is a function, but no kernel? */
static void check_launched(size_t i)
{
    unsigned what = what_is(i);
    if (tokens[i].kind != NAME || find_kernel(i) || !(what & (HOST | DEVICE | BOTH)) ||
        what & (OTHER | VARIABLE | NO_VARIABLE) || is_member_access(i - 1) || in_foreign_scope(i) ||
        macros_depend || declared_at(i) || is_misspelt(i) || depends_on_arch(i))
        return;
    place(i, true);
    fprintf(stderr,
            _("%s is no kernel and cannot be launched: it is declared %s; a kernel is "
              "__global__\n"),
            quoted(i),
            what & BOTH     ? "__host__ __device__"
            : what & DEVICE ? "__device__"
                            : _("without __global__"));
}

/* Has the launch whose <<< and >>> are `open` and `end` as many arguments as it needs? */
static void check_launch(size_t open, size_t end)
{
    int n = parts(open + 2, end, false);
    size_t name = open - 1;
    while (is(name, ")"))
        name--;
    if (is(name, ">") && template_open(name))
        name = template_open(name) - 1;
    const char *kernel = tokens[name].kind == NAME ? quoted(name) : "kernel";
    if (n == 1 || n == 0 || n > 4) {
        place(open, true);
        fprintf(stderr,
                _("a launch says how many blocks and how many threads each has: %s<<<grid, "
                  "block>>>(...)%s\n"),
                kernel, n > 4 ? _(", then shared memory and stream, no more") : "");
    }
    if (!is(end + 3, "(")) {
        place(end + 3, true);
        fprintf(stderr, _("the arguments are missing: %s<<<grid, block>>>(...)\n"), kernel);
        return;
    }
    check_launched(name);
    const struct kernel *k = find_kernel(name);
    int given = parts(end + 3, tokens[end + 3].match, false);
    if (!k || k->overloaded || k->shared_name || given < 0)
        return;
    int wanted = parts(k->open, tokens[k->open].match, true);
    if (wanted < 0 || (given <= wanted && given >= wanted - defaults(k->open)))
        return;
    place(end + 3, true);
    fprintf(stderr,
            wanted == 1 ? _("kernel %s has %d parameter, ") : _("kernel %s has %d parameters, "),
            kernel, wanted);
    fwrite(text + tokens[k->open].start, 1,
           tokens[tokens[k->open].match].end - tokens[k->open].start, stderr);
    fprintf(stderr, given == 1 ? _("; %d is given\n") : _("; %d are given\n"), given);
}

/* Are the chevrons at token i a launch that is written wrongly? */
static void check_chevrons(size_t i)
{
    if (is_triple(i, "<")) {
        size_t end = config_end(i);
        if (end) {
            check_launch(i, end);
        } else {
            place(i, true);
            fprintf(stderr, _("<<< without its >>>: kernel<<<grid, block>>>(...)\n"));
        }
    } else if (is(i, "<") && is(i + 1, "<") && !is(i - 1, "<") &&
               tokens[i].end == tokens[i + 1].start) {
        const struct kernel *k = find_kernel(i - 1);
        if (!k || k->shared_name || is_member_access(i - 2) || tokens[i - 1].end != tokens[i].start)
            return;
        place(i, true);
        fprintf(stderr, _("a launch has three of them: %s<<<grid, block>>>(...)\n"), k->name);
    }
}

/* Is the lambda whose [ is at token i one of the host? */
static bool is_host_lambda(size_t i)
{
    for (; !is(i, "{") && !is(i, ";") && tokens[i].kind != END; i++)
        if (is(i, "__device__"))
            return false;
    return is(i, "{");
}

/* The [ of the lambda that the local variable named by token i was set to, or 0. */
static size_t lambda_of(size_t i)
{
    for (size_t k = i; k-- > 1 && tokens[k].in.function;)
        if (same_name(k, i) && tokens[k - 1].kind == NAME && !is_statement_word(k - 1))
            return is(k - 1, "auto") && is(k + 1, "=") && is(k + 2, "[") ? k + 2 : 0;
    return 0;
}

/* The ] of the captures of a __device__ lambda: none of them is a reference. */
static void check_captures(size_t close)
{
    for (size_t i = tokens[close].match; i && i < close; i++)
        if ((is(i, "[") || is(i, ",")) && is(i + 1, "&"))
            refuse(i + 1,
                   "a __device__ lambda cannot capture by reference: it runs where the host's "
                   "variables are not; write [=]");
}

/* Lambdas among the arguments of the launch whose ( is at token `open`. */
static void check_lambdas(size_t open)
{
    for (size_t i = open + 1; i < tokens[open].match; i++) {
        bool first = is(i - 1, "(") || is(i - 1, ",");
        size_t lambda = first && is(i, "[") ? i : 0;
        if (first && tokens[i].kind == NAME && (is(i + 1, ",") || is(i + 1, ")")))
            lambda = lambda_of(i);
        if (lambda && is_host_lambda(lambda))
            refuse(i, "a lambda that is passed to a kernel needs __device__: [=] __device__ (...) "
                      "{ ... }, and nvcc needs --extended-lambda");
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
}

/* Is the name i that of a type which is defined in the function around it? */
static bool is_local_type(size_t i)
{
    static const char *const words[] = { "struct", "class", "union", "enum", NULL };
    if (tokens[i].kind != NAME || is_colons(i + 1) || is_colons(i - 1))
        return false;
    for (size_t k = i; k > 0 && tokens[k].in.function; k--)
        if (same_name(k, i) && is_one_of(k - 1, words) && (is(k + 1, "{") || is(k + 1, ":")))
            return true;
    return false;
}

/* The type of the variable i of the function around it, if it is local, and not a pointer's. */
static size_t local_type_of(size_t i)
{
    for (size_t k = i; k-- > 0 && tokens[k].in.function;)
        if (same_name(k, i) && is_local_type(k - 1))
            return k - 1;
    return 0;
}

static void say_local_type(size_t i, size_t type)
{
    place(i, true);
    fprintf(stderr,
            _("the type \"%s\" is defined in a function, so it cannot be a template argument of a "
              "kernel: define it outside\n"),
            quoted(type));
}

/* Local types among the template arguments of the launch from token `first` to its <<<, and those
 * of the objects among its arguments, from the ( at token `open`. */
static void check_local_types(size_t first, size_t chevrons, size_t open)
{
    for (size_t i = first + 1; i < chevrons; i++)
        if (is_local_type(i)) {
            say_local_type(i, i);
            return;
        }
    for (size_t i = open + 1; i < tokens[open].match; i++) {
        bool argument = tokens[i].kind == NAME && (is(i - 1, "(") || is(i - 1, ","));
        bool object = argument && (is(i + 1, "(") || is(i + 1, "{")) && is_local_type(i);
        bool variable = argument && (is(i + 1, ",") || is(i + 1, ")"));
        size_t type = object ? i : variable ? local_type_of(i) : 0;
        if (type)
            say_local_type(i, type);
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
}

/* Is the class, struct or enum of that name private or protected in a class, wherever it stands? */
static bool is_private_type(size_t type)
{
    static const char *const words[] = { "struct", "class", "union", "enum", NULL };
    bool found = false;
    for (size_t i = 2; i < count; i++) {
        if (!same_name(i, type) || (!is(i + 1, "{") && !is(i + 1, ":")) ||
            !(is_one_of(i - 1, words) && !tokens[i].foreign))
            continue;
        size_t brace = brace_around(i), k = i - 1, word = brace ? brace_word(brace) : 0;
        if (!word || !in_class(i))
            return false;
        while (k > brace && !is(k, "public") && !is(k, "private") && !is(k, "protected"))
            k = is(k, "}") && tokens[k].match ? tokens[k].match - 1 : k - 1;
        if (k > brace ? is(k, "public") : !is(word, "class"))
            return false;
        found = true;
    }
    return found;
}

/* The same of the launch from token `first` to its <<<, of a template: among its template's
 * arguments, or the types of its own ones, from the ( at token `open`. */
static void check_private_types(size_t first, size_t chevrons, size_t open)
{
    size_t name = is(chevrons - 1, ">") ? template_open(chevrons - 1) - 1 : chevrons - 1, type = 0;
    const struct kernel *k = find_kernel(name);
    if (!k || !k->generic)
        return;
    for (size_t i = name + 1; i < chevrons && !type; i++)
        type = tokens[i].kind == NAME && is_private_type(i) ? i : 0;
    for (size_t i = open + 1, depth; i < tokens[open].match && !type; i = after(i)) {
        bool argument = tokens[i].kind == NAME && (is(i - 1, "(") || is(i - 1, ","));
        if (argument && (is(i + 1, "(") || is(i + 1, "{")))
            type = is_private_type(i) ? i : 0;
        else if (argument && (is(i + 1, ",") || is(i + 1, ")")) && (type = type_of(i, &depth)))
            type = is_private_type(type) ? type : 0;
    }
    if (!type || depends_on_arch(first))
        return;
    place(first, true);
    fprintf(stderr,
            _("the type \"%s\" is private or protected in its class, so it cannot be a template "
              "argument of a kernel: make it public\n"),
            quoted(type));
}

/* ---- headers --------------------------------------------------------------------------------- */

/* Does the program include a header of CUDA's own, found on this machine? It needs what the CPU
 * device does not have. */
bool check_headers(void)
{
    static const char *const parts[] = { "/cub/",
                                         "/cuda/std/",
                                         "/cuda/atomic",
                                         "/cuda/barrier",
                                         "/curand",
                                         "/cublas",
                                         "/cufft",
                                         "/cusparse",
                                         "/cusolver",
                                         "/cudnn",
                                         "/nccl",
                                         "/mma.h",
                                         "/cuda_pipeline",
                                         "/nvToolsExt",
                                         "/nvtx3/",
                                         "/texture_",
                                         "/surface_",
                                         "/nvrtc.h",
                                         "/cooperative_groups.h",
                                         "/cooperative_groups/",
                                         "/cuda_fp16.h",
                                         "/cuda_bf16.h",
                                         "/cuda_fp4.h",
                                         "/cuda_fp6.h",
                                         "/cuda_fp8.h",
                                         "/cuda_gl_interop.h",
                                         "/cuda_occupancy.h",
                                         "/cuda_awbarrier",
                                         "/cuda_surface_types.h",
                                         "/cuda_texture_types.h",
                                         NULL };
    for (size_t k = 0; k < inclusion_count; k++) {
        const struct inclusion *in = &inclusions[k];
        size_t n = strlen(in->header);
        if (n > 3 && !strcmp(in->header + n - 3, ".cu"))
            continue;
        for (const char *const *part = parts; *part; part++) {
            const char *at = strstr(in->header, *part);
            if (at && !strstr(in->header, "/cpu_device/")) {
                fprintf(stderr, "%s:%d: error: %s is not available on the CPU device\n", in->file,
                        in->line, at + 1);
                return false;
            }
        }
    }
    return true;
}

static bool is_own_file(const char *file)
{
    return file[0] != '<' && strncmp(file, "/usr/", 5) && !strstr(file, "cpu_device/");
}

static bool is_listed(const char *name, const char *const *names)
{
    while (*names && strcmp(*names, name))
        names++;
    return *names;
}

/* Is it one of the program's own headers that was read? */
static bool is_own_header(const char *name)
{
    size_t n = strlen(name);
    for (size_t k = 0; k < file_count; k++) {
        size_t all = strlen(files[k]);
        if (is_own_file(files[k]) && all >= n && !strcmp(files[k] + all - n, name))
            return true;
    }
    return false;
}

/* Does the line include a header that may bring along stdio.h (if not `stdio`: assert.h)? */
static bool brings(const char *line, bool stdio)
{
    static const char *const neither[] = { "cuda.h",
                                           "cuda_runtime.h",
                                           "cuda_runtime_api.h",
                                           "device_launch_parameters.h",
                                           "math.h",
                                           "stdlib.h",
                                           "string.h",
                                           "time.h",
                                           "stdint.h",
                                           "stddef.h",
                                           "stdbool.h",
                                           "limits.h",
                                           "float.h",
                                           "cmath",
                                           "cstdlib",
                                           "cstring",
                                           "ctime",
                                           "cstdint",
                                           "cstddef",
                                           "climits",
                                           "cfloat",
                                           "vector",
                                           "sys/time.h",
                                           NULL };
    static const char *const no_assert[] = { "stdio.h", "cstdio", "iostream", "string",
                                             "iomanip", "chrono", NULL };
    char name[256];
    if (line[strspn(line, " \t")] != '#' || !strstr(line, "include"))
        return false;
    if (sscanf(line, " # include %*1[<\"]%255[^>\"]", name) != 1)
        return true;
    return !is_listed(name, neither) && (stdio || !is_listed(name, no_assert)) &&
           !is_own_header(name);
}

/* The CPU device's own header brings along stdio.h and assert.h, nvcc's does not. May the program
 * have them from a header that it includes? */
static bool may_include(bool stdio)
{
    bool found = false;
    for (size_t k = 0; k < file_count && !found; k++) {
        char line[4096];
        FILE *f = is_own_file(files[k]) ? fopen(files[k], "r") : NULL;
        if (!f && is_own_file(files[k]))
            return true; /* what it includes cannot be told */
        while (f && !found && fgets(line, sizeof line, f))
            found = brings(line, stdio);
        if (f)
            fclose(f);
    }
    return found;
}

static void check_includes(void)
{
    static const char *const of_stdio[] = { "printf", "fprintf", "puts", NULL };
    bool stdio = !may_include(true), asserts = !may_include(false);
    for (size_t i = 1; i < count && (stdio || asserts); i++) {
        if (tokens[i].kind != NAME || !is(i + 1, "(") || !tokens[i].in.function ||
            !is_own_file(tokens[i].file) || depends_on_arch(i))
            continue;
        bool is_assert = is(i, "__assert_fail");
        if (is_assert ? !asserts
                      : !stdio || !is_one_of(i, of_stdio) || is_member_access(i - 1) ||
                            is_colons(i - 1) || what_is(i) & OWN)
            continue;
        place(i, true);
        fprintf(stderr, _("%s is undefined without #include <%s.h>\n"),
                is_assert ? "assert" : quoted(i), is_assert ? "assert" : "stdio");
        *(is_assert ? &asserts : &stdio) = false; /* once */
    }
}

/* ---- warp-synchronous code ------------------------------------------------------------------- */

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

static void note_warp_synchronous(const struct function *f)
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

int check_rules(void)
{
    collect_names();
    for (size_t k = 0; k < file_count; k++)
        if (is_own_file(files[k]))
            read_archs(files[k]);
    if (!options.forced_include)
        check_includes();
    if (!macros_depend) {
        for (size_t k = 0; k < function_count; k++)
            check_device_function(&functions[k]);
        check_host_functions();
    }
    for (size_t i = 1; i < count; i++) {
        if (tokens[i].foreign)
            continue;
        if (tokens[i].mark.launch && is(config_end(tokens[i].mark.launch) + 3, "(")) {
            check_lambdas(config_end(tokens[i].mark.launch) + 3);
            check_local_types(i, tokens[i].mark.launch, config_end(tokens[i].mark.launch) + 3);
            check_private_types(i, tokens[i].mark.launch, config_end(tokens[i].mark.launch) + 3);
        }
        if (is(i, "<") && tokens[i].in.function && !is(i - 1, "<"))
            check_chevrons(i);
        if (tokens[i].kind != NAME)
            continue;
        check_without_global(i);
        if (options.warnings)
            warn_of_no_symbol(i);
        if (is(i, "cpu_device_launch_bounds"))
            check_bounds(i);
        if (is(i, "__global__") || is(i, "__device__") || is(i, "__constant__"))
            check_letters(i);
        if ((is(i, "__shared__") || is_device_word(i)) && !tokens[i].in.function && in_class(i))
            check_member(i);
        else if (is_device_word(i) && !tokens[i].in.function)
            check_dynamic(i);
        if (is(i, "__shared__"))
            check_parameter(i);
        if (is(i, "__shared__") || is_static_local(i))
            check_class(i);
        if (is(i, "__device__") && tokens[i].in.function && is(i - 1, "]"))
            check_captures(i - 1);
        if (is(i, "__global__") && in_class(i) && !is_friend(i))
            refuse(i, "a __global__ function cannot be a member function");
        else if (is(i, "__global__"))
            check_kernel(i);
        else if (is(i, "__shared__") || (tokens[i].in.function && is_device_word(i)))
            check_memory(i);
        else if (is(i, "__constant__"))
            check_constants(i);
        else
            check_old_warp_function(i);
    }
    if (options.warnings)
        warn_of_shadows();
    for (size_t k = 0; k < function_count; k++)
        note_warp_synchronous(&functions[k]);
    return errors;
}
