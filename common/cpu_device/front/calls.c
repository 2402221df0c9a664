/* CPU device: calls from the device to the host and back, and the names of each other. */
#include "rules.h"

#include <stdio.h>
#include <string.h>
#include "names.h"
#include "words.h"

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
    return !names; /* as in table[1] * 2, which nvcc also refuses: what it is part of is not seen */
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
    "unique_ptr", "shared_ptr",    "vector",        "string", "map",
    "set",        "unordered_map", "unordered_set", "list",   "deque",
    "queue",      "stack",         "thread",        "mutex",  "function",
    "mt19937",    "ostringstream", "stringstream",  NULL
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

static const char *const indices[] = { "threadIdx", "blockIdx", "blockDim",
                                       "gridDim",   "warpSize", NULL };

/* Does device code store to threadIdx, blockIdx, ... at token i, or take its address? */
static void check_index(size_t i, const struct function *f)
{
    static const char *const before[] = { "=", "(", ",", "{", ";", "return", NULL };
    bool address = is(i - 1, "&") && is_one_of(i - 2, before);
    if (!is_one_of(i, indices) || what_is(i) & OWN || is_member_access(i - 1) ||
        (!stored(i) && !address) || unevaluated(i, f->body) || depends_on_arch(i))
        return;
    for (size_t k = f->first; k <= i - address; k++)
        if (same_name(k, i) && may_declare(k))
            return;
    place(i, true);
    fprintf(stderr,
            address ? _("%s has no address: it is no variable in memory; copy it to one of your "
                        "own\n")
                    : _("%s cannot be changed: CUDA sets it; take a variable of your own\n"),
            quoted(i));
}

/* Is token i part of the size of an array that is declared there? */
static bool is_size(size_t i)
{
    size_t open = i;
    while (!is(open, "[") && !is(open, ";") && !is(open, "{") && !is(open, "("))
        open--;
    size_t name = open - 1;
    while (is(name, "]") && tokens[name].match)
        name = tokens[name].match - 1;
    return is(open, "[") && tokens[open].match > i && tokens[name].kind == NAME &&
           may_declare(name);
}

/* Does device code ask at token i for the value of warpSize when it is compiled? */
static void check_warp_size(size_t i, const struct function *f)
{
    if (!is(i, "warpSize") || what_is(i) & OWN || is_member_access(i - 1) ||
        (!is_size(i) && !is_constant_here(i)) || depends_on_arch(i))
        return;
    for (size_t k = f->first; k < i; k++)
        if (same_name(k, i) && may_declare(k))
            return;
    refuse(i, "warpSize has no value yet when the program is compiled: write 32, or a constant of "
              "your own");
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
                      ? "; declare it __device__ as well, or use --expt-relaxed-constexpr"
                      : "; declare it __device__ as well";
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
        say_host_call(i, quoted(i), "constexpr __host__", f, with_relaxed);
        return;
    }
    if (!is_member_access(i - 1) && tokens[i - 1].kind == NAME && !is_statement_word(i - 1))
        return; /* T f(3); */
    if (!call_open(i) || !names_host_function(i, &kind, &advice) ||
        (what & (HOST_CONSTEXPR | STD_CONSTEXPR) && options.relaxed) ||
        !always_called(i, f->first, f->end) || unevaluated(i, f->body) || depends_on_arch(i))
        return;
    say_host_call(i, quoted(i), kind, f, advice);
}

/* numeric_limits<T>::max() and its like are constexpr functions of the host. */
static void check_limits(size_t i, const struct function *f)
{
    size_t k = template_close(i);
    if (!k || options.relaxed || !is_colons(k + 2) || tokens[k + 3].kind != NAME ||
        !is(k + 4, "(") || unevaluated(i, f->body) || depends_on_arch(i))
        return;
    say_host_call(k + 3, quoted(k + 3), "constexpr __host__", f, with_relaxed);
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
    if (!k || k->hidden_name || !is(i + 1, "(") || is_member_access(i - 1) || in_foreign_scope(i) ||
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

/* Is the host's function meant as a kernel? Then another message says what it lacks. */
static bool is_meant_as_kernel(size_t name)
{
    for (size_t i = 1; i < count; i++)
        if (same_name(i, name) && is_triple(i + 1, "<"))
            return true;
    return find_kernel(name) || is_misspelt(name);
}

/* Does the host's function `name`, from token `first`, ask at token i for threadIdx or its like? No
 * linker finds these there. Functions that a compiler may leave out are let through. */
static void check_host_index(size_t i, size_t first, size_t name)
{
    static const char *const left_out[] = { "template", "inline", "static", "constexpr", NULL };
    if (!is_one_of(i, indices) || is_member_access(i - 1) || is_colons(i - 1) || is(i + 1, "(") ||
        in_class(first) || unevaluated(i, first) || depends_on_arch(i) || is_meant_as_kernel(name))
        return;
    for (size_t k = first; k < name; k++)
        if (is_one_of(k, left_out) || is(k, ":"))
            return;
    for (size_t k = 1; k < count; k++)
        if (same_name(k, i) && !tokens[k].foreign && !tokens[k].in.device && may_declare(k))
            return;
    place(i, true);
    fprintf(stderr,
            _("%s belongs to the threads of a kernel: function(\"%s\") of the host has none, and "
              "cannot be linked; declare it __device__, or pass it a number\n"),
            quoted(i), quoted(name));
}

/* The intrinsic that is called at token i, by what its macro or its header makes of it; or NULL.
 * Those of <cuda_fp16.h> and <cuda_bf16.h> are the host's as well, and the compiler's own. */
static const char *intrinsic(size_t i)
{
    static const char *const of_macros[][2] = {
        { "barrier", "__syncthreads" },
        { "vote", "__syncthreads_count, _or, _and" },
        { "warp_operation", "__ballot_sync, __any_sync, __all_sync" },
        { "active_lanes", "__activemask" },
    };
    static const char *const of_both[] = { "__h",      "__low", "__high",      "__builtin",
                                           "__atomic", "__asm", "__attribute", NULL };
    static char name[64];
    if (is(i - 3, "cpu_device") && begins(i, "fast_"))
        return snprintf(name, sizeof name, "__%s", quoted(i) + strlen("fast_")), name;
    for (size_t k = 0; k < sizeof of_macros / sizeof *of_macros && is(i - 3, "cpu_device"); k++)
        if (is(i, of_macros[k][0]))
            return of_macros[k][1];
    if (what_is(i) != KNOWN)
        return NULL;
    if (begins(i, "cpu_device_") && (strstr(quoted(i), "_sync") || is(i, "cpu_device_syncwarp")))
        return snprintf(name, sizeof name, "__%s", quoted(i) + strlen("cpu_device_")), name;
    for (size_t k = 0; of_both[k]; k++)
        if (begins(i, of_both[k]))
            return NULL;
    snprintf(name, sizeof name, "%s", quoted(i));
    bool half = strstr(name, "half") || strstr(name, "bfloat");
    return begins(i, "atomic") || is(i, "clock64") || (begins(i, "__") && !half) ? name : NULL;
}

/* Does the host's function `name`, from token `first` to `end`, call something of the device at the
 * name i? */
static void check_host_name(size_t i, size_t first, size_t name, size_t end)
{
    unsigned what = what_is(i);
    if (check_kernel_call(i, first, end))
        return;
    check_host_index(i, first, name);
    if (makes_device_object(i, first) && !tokens[first].in.device) {
        say_device_call(i, quoted(i), name);
        return;
    }
    const char *known = intrinsic(i);
    if ((what != DEVICE && !known) || !call_open(i) || is_member_access(i - 1) ||
        (!known && in_foreign_scope(i)) ||
        (tokens[i - 1].kind == NAME && !is_statement_word(i - 1)))
        return;
    if (known && is(first, "template") && !begins(i, "atomic"))
        return;
    if (!always_called(i, first, end) || unevaluated(i, first) || depends_on_arch(i))
        return;
    say_device_call(i, known ? known : quoted(i), name);
}

void check_device_function(const struct function *f)
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
            check_warp_size(i, f);
            check_defined(i, f);
        }
    }
    if (!f->host_too)
        check_containers(f);
    for (size_t i = f->body + 1; i < f->end && f->host_too && !f->is_template; i++)
        if (what_is(i) == DEVICE && !in_class(f->first)) /* of a class template, maybe */
            check_host_name(i, f->first, f->name, f->end);
}

void check_host_functions(void)
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
void warn_of_shadows(void)
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
void warn_of_no_symbol(size_t i)
{
    if (!is_no_symbol(i) || depends_on_arch(i))
        return;
    place(i, false);
    fprintf(stderr,
            _("%s is a variable of the host and no symbol: %s will return cudaErrorInvalidSymbol; "
              "declare it __device__ or __constant__\n"),
            quoted(i), quoted(called_around(i)));
}
