/* CPU device: finds what the rewriter changes: kernels, device functions and variables, launches.
 */
#include <stdlib.h>
#include <string.h>
#include "rewrite.h"

struct function *functions;
size_t function_count;
bool launches_by_address;
static struct kernel *kernels;
static size_t kernel_count;

struct kernel *find_kernel(size_t name)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (is(name, kernels[i].name))
            return &kernels[i];
    return NULL;
}

/* ---- what braces are around a token ---------------------------------------------------------- */

size_t brace_word(size_t i)
{
    if (tokens[i - 1].kind == STRING)
        return i - 1;
    for (size_t k = i; k-- > 0;) {
        if (is(k, ")") && attribute_end(tokens[k].match - 1) == k)
            k = tokens[k].match - 2;
        if (is(k, "namespace") || is(k, "struct") || is(k, "union") || is(k, "enum"))
            return k;
        if (is(k, "class"))
            return is(k - 1, "enum") ? k - 1 : k;
        if (is(k, ";") || is(k, "}") || is(k, "{") || is(k, ")"))
            return 0;
    }
    return 0;
}

bool in_class(size_t i)
{
    for (size_t k = i; k-- > 0;) {
        if ((is(k, "}") || is(k, ")")) && tokens[k].match) {
            k = tokens[k].match;
        } else if (is(k, "{")) {
            size_t word = tokens[k].in.function ? 0 : brace_word(k);
            return is(word, "class") || is(word, "struct") || is(word, "union");
        }
    }
    return false;
}

/* Marks the bodies of functions: all braces that no namespace, class, enum or extern "C" opens. */
static void mark_functions(void)
{
    for (size_t i = 1; i < count; i++)
        if (is(i, "{") && tokens[i].match && !tokens[i].in.function && !brace_word(i))
            for (size_t k = i; k < tokens[i].match; k++)
                tokens[k].in.function = true;
}

/* ---- kernels and device functions ------------------------------------------------------------ */

/* The const of `const pair`, where `int const n` has a name. */
static bool is_qualifier_at_begin(size_t i)
{
    return (is(i, "const") || is(i, "volatile")) && (is(i - 1, ",") || is(i - 1, "("));
}

bool names_parameter(size_t i)
{
    bool last = is(i + 1, ",") || is(i + 1, ")") || is(i + 1, "[") || is(i + 1, "=");
    bool typed = is(i - 1, "*") || is(i - 1, "&") || is(i - 1, ">") || is(i - 1, ".") ||
                 (tokens[i - 1].kind == NAME && !is_qualifier_at_begin(i - 1));
    return tokens[i].kind == NAME && last && typed && !is_type_word(i);
}

/* The parameter list as text without the parameters' names, to tell a second declaration from an
 * overload; `defaults` is set if there are default arguments. */
static char *parameter_types(size_t open, bool *defaults)
{
    size_t close = tokens[open].match, n = 0;
    char *s = grow(NULL, tokens[close].end - tokens[open].start + 1);
    for (size_t i = open; i < close; i++) {
        if (names_parameter(i))
            continue;
        if (is(i, "="))
            *defaults = true;
        memcpy(s + n, text + tokens[i].start, tokens[i].end - tokens[i].start);
        n += tokens[i].end - tokens[i].start;
        if (tokens[i].kind == NAME)
            s[n++] = ' ';
    }
    s[n] = 0;
    return s;
}

static void note_kernel(size_t name, size_t open, bool is_template)
{
    bool generic = is_template;
    char *parameters = parameter_types(open, &generic);
    struct kernel *k = find_kernel(name);
    if (k) {
        k->overloaded |= strcmp(k->parameters, parameters) != 0;
        k->generic |= generic || k->overloaded;
        free(parameters);
        return;
    }
    kernels = grow(kernels, (kernel_count + 1) * sizeof *kernels);
    kernels[kernel_count++] = (struct kernel){ .name = copy(tokens[name].start, tokens[name].end),
                                               .parameters = parameters,
                                               .generic = generic,
                                               .open = open };
}

/* Is the declaration whose specifiers hold token i a template's? */
bool after_template_head(size_t i)
{
    for (size_t k = i; k-- > 0;) {
        if (is(k, ">") || is(k, "template"))
            return true;
        if ((is(k, ")") || is(k, "]")) && tokens[k].match)
            k = tokens[k].match; /* an attribute */
        else if (tokens[k].kind != NAME && tokens[k].kind != STRING)
            return false;
    }
    return false;
}

static void note_function(size_t i, size_t name, size_t open, size_t body)
{
    struct function f = { .first = i,
                          .name = name,
                          .open = open,
                          .body = body,
                          .end = tokens[body].match,
                          .global = is(i, "__global__"),
                          .is_template = after_template_head(i) };
    for (size_t k = i; k-- > 0 && !is(k, ";") && !is(k, "{") && !is(k, "}");) {
        if ((is(k, ")") || is(k, "]")) && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, "("))
            break; /* a lambda among arguments */
        f.first = k;
    }
    for (size_t k = f.first; k < open; k++)
        f.host_too |= is(k, "__host__");
    if (is(name, "__device__") || is(name, "__host__") || is(name, "]")) /* a lambda */
        f.first = i;
    functions = grow(functions, (function_count + 1) * sizeof f);
    functions[function_count++] = f;
}

size_t first_specifier(size_t i)
{
    while ((tokens[i - 1].kind == NAME && !is(i - 1, "template")) ||
           (is(i - 1, ")") && attribute_end(tokens[i - 1].match - 1) == i - 1))
        i = is(i - 1, ")") ? tokens[i - 1].match - 1 : i - 1;
    return i;
}

size_t parameters_open(size_t i)
{
    static const char *const ends[] = { "(", ";", "=", "{", "[", NULL };
    while (i < count && !is_one_of(i, ends))
        i = attribute_end(i) + 1;
    return is(i, "(") && tokens[i].match ? i : 0;
}

/* Does void or auto stand before the ( of the parameters, in the specifiers around token i? */
static bool returns_void(size_t i, size_t open)
{
    for (size_t k = first_specifier(i); k < open; k++)
        if (is(k, "void") || is(k, "auto"))
            return true;
    return false;
}

/* The { of a function's body; 0 if it is only declared, or deleted. */
static size_t body_open(size_t open)
{
    size_t i = tokens[open].match + 1;
    while (i < count && !is(i, "{") && !is(i, ";") && !is(i, "="))
        i = after(i);
    return is(i, "{") && tokens[i].match ? i : 0;
}

bool is_static_local(size_t i)
{
    return is(i, "static") && tokens[i].in.device && !tokens[i].foreign &&
           !statement_has(i, statement_end(i), "__shared__") && !is(i - 1, "__shared__") &&
           !parameters_open(i);
}

/* The static variable of a device function, a constant apart, is a __device__ one. */
static void static_variable(size_t i)
{
    size_t name = first_declared(i);
    if (name && !statement_has(i, name, "const") && !statement_has(i, name, "constexpr"))
        tokens[statement_end(name)].mark.variable = i;
}

/* Token i is __global__ or __device__. Notes a kernel; marks the body of a function. */
static void device_declaration(size_t i)
{
    bool global = is(i, "__global__");
    size_t open = parameters_open(i), name = open - 1;
    if (!open)
        return;
    name = before_template(name); /* operator> has none */
    tokens[name].mark.kernel_name = global;
    tokens[i].mark.returns_value = global && !returns_void(i, open);
    if (global && tokens[name].kind == NAME)
        note_kernel(name, open, after_template_head(i) || is(open - 1, ">"));
    size_t body = body_open(open), last = body ? tokens[body].match : statement_end(open);
    if (global && name + 1 == open && !in_class(i))
        tokens[last].mark.kernel = open;
    if (!body)
        return;
    bool hosts = statement_has(statement_begin(i), open, "__host__");
    for (size_t k = body; k < tokens[body].match; k++) {
        tokens[k].in.device = true;
        tokens[k].in.kernel = global;
        if (is_static_local(k) && !hosts)
            static_variable(k);
    }
    note_function(i, name, open, body);
    tokens[i].mark.kernel_body = global ? body : 0;
}

const struct function *kernel_around(size_t i)
{
    for (size_t f = 0; f < function_count; f++)
        if (functions[f].global && functions[f].body <= i && i <= functions[f].end)
            return &functions[f];
    return NULL;
}

const struct function *function_around(size_t i)
{
    for (size_t f = function_count; f-- > 0;)
        if (functions[f].body <= i && i <= functions[f].end)
            return &functions[f];
    return NULL;
}

size_t brace_around(size_t i)
{
    while (i-- > 0)
        if (is(i, "}") && tokens[i].match)
            i = tokens[i].match;
        else if (is(i, "{"))
            return i;
    return 0;
}

/* Token i is the name of a function that is not __global__. Is it kernel k all the same? */
static bool lacks_global(size_t i, const struct kernel *k)
{
    bool defaults = false;
    if (k->generic || tokens[i].foreign || tokens[i].in.function || in_class(i) ||
        !tokens[i + 1].match || brace_around(i) != brace_around(k->open))
        return false;
    char *types = parameter_types(i + 1, &defaults);
    bool same = !strcmp(types, k->parameters);
    free(types);
    return same;
}

/* Does the program say `using namespace`, or `using std::copy`? */
static bool is_using(void)
{
    for (size_t i = 1; i < count; i++)
        if (!tokens[i].foreign && is(i, "using") && (is(i + 1, "namespace") || is_colons(i + 2)))
            return true;
    return false;
}

/* Is the name at token i one of a header's, in a namespace, a class or a function? The program does
 * not mean it by the plain name. */
static bool is_hidden(size_t i)
{
    size_t brace = tokens[i].foreign ? brace_around(i) : 0, word = brace ? brace_word(brace) : 0;
    return brace && (!word || tokens[word].kind == NAME);
}

/* Notes which kernels share their name with another function: `type name(`. */
static void note_shared_names(void)
{
    const bool all = is_using();
    for (size_t i = 1; i + 2 < count; i++) {
        bool typed =
            tokens[i - 1].kind == NAME || is(i - 1, "*") || is(i - 1, "&") || is(i - 1, ">");
        if (is(i + 1, "(") && typed && !tokens[i].mark.kernel_name && !is(i - 1, "else") &&
            !is(i - 1, "return") && find_kernel(i)) {
            find_kernel(i)->hidden_name = true;
            if (!all && is_hidden(i))
                continue;
            find_kernel(i)->shared_name = true;
            if (lacks_global(i, find_kernel(i)))
                find_kernel(i)->without = i;
        }
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

/* Token i ends a name, name<...>, name[...], name(...) or (...): its first token. */
static size_t primary_start(size_t i)
{
    while ((is(i, "]") || is(i, ")")) && tokens[i].match) {
        size_t before = tokens[i].match - 1;
        bool follows = (tokens[before].kind == NAME && !is_statement_word(before)) ||
                       is(before, "]") || (is(i, "]") && is(before, ")"));
        if (!follows)
            return tokens[i].match;
        i = before;
    }
    return before_template(i);
}

/* `open` is the first < of <<<: the first token of the kernel's name. */
static size_t kernel_start(size_t open)
{
    size_t i = primary_start(open - 1);
    for (;;) { /* a::b, a.b, a->b */
        size_t b = i - 1;
        if (is(b, ":") && is(b - 1, ":")) {
            size_t name = before_template(b - 1 - 1);
            if (tokens[name].kind != NAME || is(name, "return"))
                return b - 1;
            i = name;
        } else if (is(b, ".")) {
            i = primary_start(b - 1);
        } else if (is(b, ">") && is(b - 1, "-")) {
            i = primary_start(b - 1 - 1);
        } else if (is(b, "template")) {
            i = b;
        } else {
            return i;
        }
    }
}

size_t config_end(size_t open)
{
    for (size_t i = open + 3; i < count; i = after(i)) {
        if (is_triple(i, ">"))
            return i;
        if (is(i, ";") || is(i, "}") || is(i, ")"))
            return 0;
    }
    return 0;
}

bool has_braces(size_t open)
{
    for (size_t i = open + 1; i < tokens[open].match; i = after(i))
        if (is(i, "{") && (is(i - 1, "(") || is(i - 1, ",")))
            return true;
    return false;
}

static void mark_launches(void)
{
    for (size_t i = 1; i + 2 < count; i++) {
        size_t args = is_triple(i, "<") && config_end(i) ? config_end(i) + 3 : 0, name = i - 1;
        if (!args || !is(args, "("))
            continue;
        tokens[kernel_start(i)].mark.launch = i;
        while (is(name, ")"))
            name--;
        name = before_template(name);
        if (find_kernel(name) && has_braces(args))
            find_kernel(name)->braces = true;
    }
}

bool is_launch_function(size_t i)
{
    return is(i, "cudaLaunchKernel") || is(i, "cudaLaunchCooperativeKernel") ||
           is(i, "cudaLaunchKernelEx") || is(i, "cudaLaunchKernelExC");
}

/* ---- variables ------------------------------------------------------------------------------- */

/* Does a declarator begin with the name i, as in x, x[4], x = 1? */
static bool is_declared_name(size_t i)
{
    return tokens[i].kind == NAME && !is_type_word(i) &&
           ((is(i + 1, "[") && !is(i + 2, "[")) || /* and no [[attribute]] */
            is(i + 1, ",") || is(i + 1, "=") || is(i + 1, "{") || is(i + 1, ";"));
}

size_t declarator_end(size_t i)
{
    while (!is(i, ",") && !is(i, ";") && tokens[i].kind != END)
        i = after(i);
    return i;
}

size_t declared_name(size_t i)
{
    while (is(i, "*") || is(i, "&") || (tokens[i].kind == NAME && !is_declared_name(i)))
        i++;
    return i;
}

/* The { of the struct, union, class or enum that token i begins to define, or 0. */
static size_t definition(size_t i)
{
    if (!is(i, "struct") && !is(i, "union") && !is(i, "class") && !is(i, "enum"))
        return 0;
    i += is(i + 1, "{") ? 1 : 2; /* it may have a name */
    return is(i, "{") && tokens[i].match ? i : 0;
}

size_t first_declared(size_t i)
{
    while (!is(i, ";") && tokens[i].kind != END) {
        if (definition(i)) {
            i = after(definition(i));
            continue;
        }
        if (is_declared_name(i))
            return i;
        if (is(i, "(") || is(i, "{") || is(i, "extern"))
            return 0;
        i = after_part(i);
    }
    return 0;
}

/* Token i is __device__, __constant__ or __managed__: is it a variable's of the program? */
static void device_variable(size_t i)
{
    size_t name = first_declared(i);
    if (name && !tokens[i].in.function && !tokens[i].foreign && !after_template_head(i) &&
        !is(i - 1, "extern") && !in_class(i) && !statement_has(i, statement_end(i), "__shared__")) {
        tokens[statement_end(name)].mark.variable = i;
        tokens[statement_begin(i)].mark.begins_variable = true;
    }
}

void find_all(void)
{
    mark_functions();
    for (size_t i = 1; i < count; i++) {
        if (is(i, "__global__") || is(i, "__device__"))
            device_declaration(i);
        if (is_device_word(i))
            device_variable(i);
        if (is_launch_function(i) && !tokens[i].foreign)
            launches_by_address = true;
    }
    note_shared_names();
    mark_launches();
}
