/* CPU device: collects what names are declared as; see names.h. */
#include <stdlib.h>
#include <string.h>
#include "names.h"
#include "rewrite.h"

struct name {
    const char *start;
    size_t length;
    unsigned what;
};

static struct name *names; /* a hash table */
static size_t room, used;
static bool uses_std;

static struct name *look_up(const char *start, size_t length)
{
    size_t h = 5381;
    for (size_t k = 0; k < length; k++)
        h = h * 33 + (unsigned char)start[k];
    for (h &= room - 1; names[h].start; h = (h + 1) & (room - 1))
        if (names[h].length == length && !memcmp(names[h].start, start, length))
            break;
    return &names[h];
}

static void make_table(size_t size)
{
    room = size;
    names = grow(NULL, room * sizeof *names);
    memset(names, 0, room * sizeof *names);
}

static void enlarge_table(void)
{
    struct name *old = names;
    size_t n = room;
    make_table(2 * n);
    for (size_t k = 0; k < n; k++)
        if (old[k].start)
            *look_up(old[k].start, old[k].length) = old[k];
    free(old);
}

static struct name *name_of(size_t i)
{
    if (2 * used > room)
        enlarge_table();
    size_t n = tokens[i].end - tokens[i].start;
    struct name *name = look_up(text + tokens[i].start, n);
    if (!name->start) {
        *name = (struct name){ text + tokens[i].start, n, 0 };
        used++;
    }
    return name;
}

/* Nothing is known of a text whose brackets do not match. */
unsigned what_is(size_t i) { return room ? name_of(i)->what : 0; }

/* ---- what the names are ---------------------------------------------------------------------- */

enum scope { GLOBAL_SCOPE, STD_SCOPE, NAMESPACE_SCOPE, CLASS_SCOPE, NO_SCOPE };

/* What the { at token i opens. */
static enum scope scope_of(size_t i, enum scope outer)
{
    if (tokens[i].in.function)
        return NO_SCOPE;
    size_t word = brace_word(i);
    if (tokens[word].kind == STRING || (is(word, "namespace") && is(word - 1, "inline")))
        return outer;
    if (is(word, "namespace"))
        return outer == GLOBAL_SCOPE && is(word + 1, "std") ? STD_SCOPE : NAMESPACE_SCOPE;
    return is(word, "enum") ? NO_SCOPE : CLASS_SCOPE;
}

/* Is token i, a name before a (, declared there as a function? Sets what its specifiers say. */
enum found { CALL, FUNCTION, UNCLEAR };
static enum found declaration(size_t i, unsigned *what)
{
    bool host = false, device = false, global = false, is_constexpr = false, type = false;
    for (size_t k = i; k-- > 0;) {
        if (is(k, ";") || is(k, "{") || is(k, "}"))
            break;
        if (is_colons(k)) {
            k--;
        } else if (is(k, ":")) {
            if (is(k - 1, "public") || is(k - 1, "private") || is(k - 1, "protected"))
                break;
            return CALL;
        } else if (is(k, ")") && tokens[k].match) {
            size_t before = tokens[k].match - 1;
            if (!is(before, "__attribute__") && !is(before, "alignas") && !is(before, "decltype") &&
                !is(before, "noexcept") && !is(before, "explicit") && !is(before, "asm"))
                return UNCLEAR;
            k = before;
            type = true;
        } else if (is(k, "]") && tokens[k].match) {
            k = tokens[k].match;
        } else if (template_open(k)) {
            k = template_open(k);
        } else if (is(k, "=") || is(k, ",") || is(k, "(")) {
            return CALL;
        } else if (tokens[k].kind == NAME) {
            if (is(k, "using") || is(k, "typedef") || is(k, "operator"))
                return UNCLEAR;
            host |= is(k, "__host__");
            device |= is(k, "__device__");
            global |= is(k, "__global__");
            is_constexpr |= is(k, "constexpr") || is(k, "consteval");
            type = true;
        } else if (!is(k, "*") && !is(k, "&") && tokens[k].kind != STRING) {
            return UNCLEAR;
        }
    }
    if (!type)
        return UNCLEAR;
    *what = global || (host && device) ? BOTH : device ? DEVICE : HOST;
    if (is_constexpr)
        *what |= HOST_CONSTEXPR;
    return FUNCTION;
}

static void note_foreign(size_t i, enum scope scope, bool own, bool math)
{
    static const char *const on_device[] = { "printf", "vprintf", "malloc", "free", "memcpy",
                                             "memset", "clock",   "abs",    "labs", "llabs",
                                             "strlen", "alloca",  NULL };
    static const char *const cuda_on_device[] = { "cudaDeviceGetAttribute",
                                                  "cudaEventCreateWithFlags",
                                                  "cudaEventDestroy",
                                                  "cudaEventRecord",
                                                  "cudaFree",
                                                  "cudaFuncGetAttributes",
                                                  "cudaGetDevice",
                                                  "cudaGetDeviceCount",
                                                  "cudaGetErrorName",
                                                  "cudaGetErrorString",
                                                  "cudaGetLastError",
                                                  "cudaMalloc",
                                                  "cudaMemcpy2DAsync",
                                                  "cudaMemcpy3DAsync",
                                                  "cudaMemcpyAsync",
                                                  "cudaMemset2DAsync",
                                                  "cudaMemsetAsync",
                                                  "cudaPeekAtLastError",
                                                  "cudaRuntimeGetVersion",
                                                  "cudaStreamCreateWithFlags",
                                                  "cudaStreamDestroy",
                                                  "cudaStreamWaitEvent",
                                                  NULL };
    struct name *name = name_of(i);
    if (own || math || is_one_of(i, on_device)) {
        bool cuda = own && begins(i, "cuda") && text[tokens[i].start + 4] >= 'A' &&
                    text[tokens[i].start + 4] <= 'Z' && !is_one_of(i, cuda_on_device);
        name->what |= cuda ? C_FUNCTION : math ? MATH : KNOWN;
        return;
    }
    unsigned what;
    if (scope == NAMESPACE_SCOPE)
        name->what |= FOREIGN;
    if (scope > STD_SCOPE || declaration(i, &what) != FUNCTION)
        return;
    if (scope == GLOBAL_SCOPE)
        name->what |= C_FUNCTION;
    else
        name->what |= what & HOST_CONSTEXPR ? STD_CONSTEXPR : STD;
}

/* Has the const variable of token i a value that nvcc does not know when it compiles? */
static bool has_unknown_value(size_t i)
{
    for (size_t k = i + 1; !is(k, ";") && tokens[k].kind != END; k++) {
        unsigned what = tokens[k].kind == NAME ? what_is(k) : 0;
        if (what == (VARIABLE | OTHER) || tokens[k].kind == STRING)
            return true;
        if (is(k + 1, "(") && what & (HOST | MATH | KNOWN | C_FUNCTION | STD) &&
            !(what & (HOST_CONSTEXPR | STD_CONSTEXPR | OTHER)))
            return true;
    }
    return false;
}

/* Is an object made by the name at token i, as v(3)? Parameters are no numbers. */
static bool is_made(size_t i)
{
    return is(i + 1, "(") && (tokens[i + 2].kind == NUMBER || tokens[i + 2].kind == STRING);
}

/* Is token i declared here, outside of functions, as a variable? Of the host, or of the device? */
static unsigned variable(size_t i)
{
    static const char *const others[] = { "typedef",  "using",  "template", "return", "namespace",
                                          "operator", "friend", "texture",  "struct", "class",
                                          "union",    "enum",   NULL };
    static const char *const of_device[] = { "__device__", "__constant__", "__managed__",
                                             "__shared__", NULL };
    if (!is(i + 1, ";") && !is(i + 1, "=") && !is(i + 1, "[") && !is(i + 1, ",") && !is_made(i))
        return 0;
    unsigned what = VARIABLE;
    bool pointer = false;
    size_t k = i;
    for (; k-- > 0 && !is(k, ";") && !is(k, "{") && !is(k, "}");) {
        pointer |= is(k, "*");
        if (template_open(k))
            k = template_open(k);
        else if (is_one_of(k, of_device))
            what = NO_VARIABLE;
        else if (is(k, "const") && !pointer && what == VARIABLE)
            what = is(i + 1, "[") ? CONST_ARRAY : has_unknown_value(i) ? VARIABLE : CONSTANT;
        else if (is(k, "constexpr") && what != NO_VARIABLE)
            what = is(i + 1, "[") ? CONSTEXPR_ARRAY : CONSTANT;
        else if ((tokens[k].kind != NAME && !is(k, "*") && !is(k, ":")) ||
                 (is_one_of(k, others) && (k + 1 == i || !is(k, "struct"))))
            return 0;
    }
    return k + 1 == i ? 0 : what;
}

static void note_own(size_t i, enum scope scope)
{
    struct name *name = name_of(i);
    name->what |= scope != CLASS_SCOPE ? variable(i)
                  : statement_has(statement_begin(i), i, "static")
                      ? NO_VARIABLE | (variable(i) & CONSTANT)
                      : NO_VARIABLE;
    bool before_list = is(i + 1, "<") || (is(i + 1, "(") && !is_made(i));
    unsigned what;
    if (!before_list || is(i, "operator")) {
        name->what |= OTHER;
        if ((is(i - 1, "namespace") || is(i - 1, "struct") || is(i - 1, "class")) &&
            (is(i + 1, "{") || is(i + 1, ":")))
            name->what |= SCOPE;
        return;
    }
    if (!is(i + 1, "(")) /* a type, or a specialisation */
        return;
    switch (declaration(i, &what)) {
    case FUNCTION:
        name->what |= what & ~(unsigned)HOST_CONSTEXPR;
        if (what & HOST)
            name->what |= what & HOST_CONSTEXPR;
        if (what == HOST && scope == CLASS_SCOPE)
            name->what |= HOST_MEMBER;
        break;
    case UNCLEAR:
        name->what |= OTHER;
        break;
    case CALL:
        break;
    }
}

void collect_names(void)
{
    make_table(1 << 12);
    enum scope stack[256];
    size_t ends[256], depth = 0;
    stack[0] = GLOBAL_SCOPE;
    const char *file = NULL;
    bool own = false, math = false;
    for (size_t i = 0; i < count; i++) {
        while (depth > 0 && i == ends[depth])
            depth--;
        if (tokens[i].file != file) {
            file = tokens[i].file;
            const char *base = strrchr(file, '/');
            own = strstr(file, "cpu_device/") != NULL;
            math = tokens[i].foreign && base && (strstr(base, "math") || strstr(base, "std_abs"));
        }
        if (is(i, "using") && is(i + 1, "namespace") && is(i + 2, "std"))
            uses_std = true;
        if (tokens[i].kind == NAME && is(i + 1, "(") && tokens[i].foreign && own)
            note_foreign(i, stack[depth], own, math);
        if (is(i, "{") && tokens[i].match) {
            enum scope inner = scope_of(i, stack[depth]);
            if (inner == NO_SCOPE || depth == 255) {
                if (!own)
                    i = tokens[i].match;
            } else {
                ends[++depth] = tokens[i].match;
                stack[depth] = inner;
            }
        } else if ((is(i, "(") || is(i, "[")) && tokens[i].match) {
            i = tokens[i].match;
        } else if (tokens[i].kind == NAME && !tokens[i].foreign) {
            note_own(i, stack[depth]);
        } else if (tokens[i].kind == NAME && is(i + 1, "(") && !own) {
            note_foreign(i, stack[depth], own, math);
        }
    }
}

bool names_std(size_t i)
{
    if (is_colons(i - 1))
        return is(i - 3, "std");
    return uses_std && !is_member_access(i - 1);
}

/* May the name at token i be declared there, as a local variable or a parameter? */
bool may_declare(size_t i)
{
    size_t k = i - 1;
    if (is(k, "*") || is(k, "&") || is(k, ">")) /* T *x, or a * x */
        return tokens[k - 1].kind != NUMBER && !is(k - 1, ")") && !is(k - 1, "]") &&
               (tokens[k - 1].kind != NAME || tokens[k - 2].kind == NAME || is(k - 2, ";") ||
                is(k - 2, "{") || is(k - 2, "}") || is(k - 2, "(") || is(k - 2, ":"));
    if (!is(k, ",") && !is(k, "["))
        return tokens[k].kind == NAME && !is_statement_word(k) && !is(k, "sizeof");
    while (k > 0 && !is(k, "{") && !is(k, ";") && !is(k, "(") && !is(k, "["))
        k = (is(k, ")") || is(k, "]") || is(k, "}")) && tokens[k].match ? tokens[k].match - 1
                                                                        : k - 1;
    return is(k, "[") ? !is(k - 1, "]") && !is(k - 1, ")") &&
                            (tokens[k - 1].kind != NAME || is(k - 1, "auto"))
                      : !is(k, "(") || is(k - 1, "for");
}

/* The same, without what only an expression can be: `= &x`, `= { a, x }`. */
static bool declares(size_t i)
{
    static const char *const before_list[] = { "=", ",", "(", "]", "return", NULL };
    size_t k = i - 1;
    if (is(k, "*") && is(i + 1, ")") && is(k - 1, "(") && tokens[k - 2].kind == NAME &&
        (is(i + 2, "(") || is(i + 2, "[")))
        return !is_statement_word(k - 2); /* int (*x)(int) */
    if (is(k, "&") && is(k - 1, "&"))
        return is(k - 2, "auto");
    if (is(k, ">"))
        return true; /* maybe a template's */
    if ((is(k, "&") || is(k, "*")) && !is(k - 1, ">") && !is(k - 1, "*") && !is(k - 1, "&") &&
        (tokens[k - 1].kind != NAME || is_statement_word(k - 1)))
        return false;
    for (; is(i - 1, ",") && k > 0 && !is(k, ";") && !is(k, "("); k--) {
        if (is(k, "{") && is_one_of(k - 1, before_list))
            return false;
        if ((is(k, ")") || is(k, "]") || is(k, "}")) && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, "{"))
            break;
    }
    return may_declare(i);
}

size_t before_comma(size_t i)
{
    while (i > 1 && !is(i - 1, ";") && !is(i - 1, "{") && !is(i - 1, "}") && !is(i - 1, "("))
        i = (is(i - 1, ")") || is(i - 1, "]")) && tokens[i - 1].match ? tokens[i - 1].match : i - 1;
    return is(i - 1, "(") && !is(i - 2, "for") ? 0 : i;
}

static size_t statement_last(size_t i);

/* The last token of what begins at token i behind an `if (...)` or its like, and of its else. */
static size_t governed_last(size_t i)
{
    for (i = statement_last(i); is(i + 1, "else");)
        i = statement_last(i + 2);
    return i;
}

/* The last token of the statement that begins at token i. */
static size_t statement_last(size_t i)
{
    static const char *const heads[] = { "if", "for", "while", "switch", NULL };
    if (is(i, "{") && tokens[i].match)
        return tokens[i].match;
    if (!is_one_of(i, heads))
        return statement_end(is(i, "do") ? statement_last(i + 1) : i);
    while (!is(i, "(") && tokens[i].kind != END)
        i++;
    return governed_last(after(i));
}

/* Is the variable that a body declares at token i still there at token `here`? One in brackets, of
 * a loop, a condition or a lambda, is there until the end of what follows them. */
static bool is_visible(size_t i, size_t here)
{
    size_t open = i;
    while (!is(open, ";") && !is(open, "{") && !is(open, "}") && !is(open, "("))
        open = (is(open - 1, ")") || is(open - 1, "]")) && tokens[open - 1].match
                   ? tokens[open - 1].match - 1
                   : open - 1;
    if (!is(open, "(") || !tokens[open].match)
        return tokens[brace_around(i)].match > here;
    size_t body = tokens[open].match + 1;
    if (is(open - 1, "]")) /* a lambda's, maybe with mutable or -> int */
        while (!is(body, "{") && !is(body, ";"))
            body++;
    return here <= governed_last(body);
}

/* The ( of the parameters of the function around token i. */
static size_t parameters_around(size_t i)
{
    const struct function *f = function_around(i);
    if (f)
        return f->open;
    while (tokens[i].in.function)
        i--;
    return is(i, ")") && tokens[i].match ? tokens[i].match : i;
}

/* Is the name at token i, in a body, declared there as a variable? */
static bool is_variable(size_t i)
{
    size_t first = is(i - 1, ",") ? before_comma(i - 1) : 0;
    bool listed = is(first, "auto") || tokens[first + 1].kind == NAME || is(first + 1, "*") ||
                  is(first + 1, "&") || is(first + 1, "<") || is(first + 1, ":");
    return declares(i) && (!is(i - 1, ",") || (first && listed));
}

size_t declared_at(size_t i)
{
    size_t open = parameters_around(i), close = tokens[open].match;
    for (size_t k = i; --k > open;)
        if (same_name(k, i) && !is_member_access(k - 1) &&
            (k < close ? is(k + 1, ",") || is(k + 1, ")") || is(k + 1, "[") || is(k + 1, "=")
                       : is_variable(k) && is_visible(k, i)))
            return k;
    return 0;
}

/* ---- names of the device in host code -------------------------------------------------------- */

/* Is the name of token i also that of a member or of a parameter somewhere? */
static bool is_used_otherwise(size_t i)
{
    for (size_t k = 1; k < count; k++) {
        if (!same_name(k, i) || tokens[k].foreign || tokens[k].in.function)
            continue;
        bool typed = tokens[k - 1].kind == NAME || is(k - 1, "*") || is(k - 1, "&");
        if (in_class(k) ||
            (typed && (is(k + 1, ",") || is(k + 1, ")")) && !is(k - 1, "__device__")))
            return true;
    }
    return false;
}

/* The names of the variables of the device that the host has a shadow of, and of its functions. */
static size_t *shadowed, shadowed_count;

static void add_shadowed(size_t name)
{
    if (!name || is_used_otherwise(name))
        return;
    shadowed = grow(shadowed, (shadowed_count + 1) * sizeof *shadowed);
    shadowed[shadowed_count++] = name;
}

static void add_variables(size_t i)
{
    size_t first = statement_begin(i), end = statement_end(i), name = first_declared(i);
    if (is(first, "template") || statement_has(first, end, "__managed__") ||
        statement_has(first, end, "const") || statement_has(first, end, "constexpr"))
        return;
    while (name) {
        unsigned what = what_is(name);
        if (!(what & (VARIABLE | CONST_ARRAY | CONSTEXPR_ARRAY | CONSTANT | HOST | DEVICE | BOTH)))
            add_shadowed(name);
        name = is(declarator_end(name), ",") ? declared_name(declarator_end(name) + 1) : 0;
    }
}

static void find_shadowed(void)
{
    static bool done;
    if (done || !room)
        return;
    done = true;
    for (size_t i = 1; i < count; i++)
        if ((is(i, "__device__") || is(i, "__constant__")) && !tokens[i].foreign &&
            !tokens[i].in.function && !parameters_open(i) && !in_class(i))
            add_variables(i);
    for (size_t k = 0; k < function_count; k++) {
        size_t same = 0;
        for (size_t other = 0; other < function_count; other++)
            same += same_name(functions[other].name, functions[k].name);
        if (same == 1 && !functions[k].is_template && !tokens[functions[k].name].foreign &&
            what_is(functions[k].name) == DEVICE)
            add_shadowed(functions[k].name);
    }
}

size_t called_around(size_t i)
{
    while (--i > 0 && !is(i, ";") && !is(i, "{") && !is(i, "}"))
        if (is(i, "("))
            return tokens[i - 1].kind == NAME ? i - 1 : 0;
        else if ((is(i, ")") || is(i, "]")) && tokens[i].match)
            i = tokens[i].match;
    return 0;
}

/* Does token i stand in the braces that set a variable of the device, outside of functions? */
static bool sets_device(size_t i)
{
    for (size_t k = brace_around(i); k > 1 && !is(k - 1, ";") && !is(k - 1, ")"); k--) {
        if (is_device_word(k - 1))
            return true;
        if (is(k - 1, "}") && !is(k, ","))
            break;
        if (is(k - 1, "}") && tokens[k - 1].match)
            k = tokens[k - 1].match + 1;
    }
    return false;
}

/* Is token i, the name of a function that the host has, a whole argument of a launch? */
static bool is_launched_with(size_t i)
{
    size_t open = i, bodies = 0;
    if ((what_is(i) != HOST && what_is(i) != BOTH) || find_kernel(i) ||
        (!is(i - 1, "(") && !is(i - 1, ",")) || (!is(i + 1, ")") && !is(i + 1, ",")))
        return false;
    while (--open > 0 && !is(open, "(") && !is(open, ";") && !is(open, "{"))
        if ((is(open, ")") || is(open, "]") || is(open, "}")) && tokens[open].match)
            open = tokens[open].match;
    if (open < 3 || !is(open, "(") || !is_triple(open - 3, ">") || declared_at(i))
        return false;
    for (size_t k = 1; k < count; k++)
        if (same_name(k, i) && !tokens[k].in.function && is(k + 1, "(")) {
            bodies += is(tokens[k + 1].match + 1, "{");
            if (after_template_head(k) || is(tokens[k + 1].match + 1, "noexcept"))
                return false;
        }
    return bodies <= 1; /* more are overloads */
}

bool is_no_symbol(size_t i)
{
    static const char *const first[] = { "cudaMemcpyToSymbol", "cudaMemcpyToSymbolAsync", NULL };
    static const char *const second[] = { "cudaMemcpyFromSymbol", "cudaMemcpyFromSymbolAsync",
                                          "cudaGetSymbolAddress", "cudaGetSymbolSize", NULL };
    if (tokens[i].kind != NAME || !tokens[i].in.function || tokens[i].in.device ||
        tokens[i].foreign || (!is(i - 1, "(") && !is(i - 1, ",")) ||
        (!is(i + 1, ",") && !is(i + 1, ")")))
        return false;
    size_t call = called_around(i), k = call + 2;
    bool later = call && is_one_of(call, second);
    while (later && k < i && !is(k - 1, ","))
        k = after_part(k);
    if (!call || k != i || !is(i - 1, later ? "," : "(") || (!later && !is_one_of(call, first)))
        return false;
    size_t declared = declared_at(i);
    if (declared)
        return tokens[declared].in.function && !is(declared - 1, "&") && !is(declared + 1, ":");
    unsigned what = what_is(i) & (OWN | VARIABLES);
    return what == (VARIABLE | OTHER) || what == (CONST_ARRAY | OTHER);
}

bool means_shadow(size_t i)
{
    if (tokens[i].kind != NAME || !tokens[i].in.function || tokens[i].in.device ||
        tokens[i].foreign || is(i + 1, "(") || is(i + 1, "<") || is(i + 1, ">") || is(i - 1, "<") ||
        is_member_access(i - 1) || is(i - 1, ".") || is_colons(i - 1) || is(i + 1, ":"))
        return false;
    if (is_launched_with(i))
        return true;
    find_shadowed();
    bool found = false;
    for (size_t k = 0; k < shadowed_count && !found; k++)
        found = same_name(shadowed[k], i);
    if (!found || declares(i) || declared_at(i) || sets_device(i))
        return false;
    size_t call = called_around(i);
    char *name = call ? copy(tokens[call].start, tokens[call].end) : NULL;
    bool of_cuda = name && !strncmp(name, "cuda", 4) && strstr(name, "Symbol");
    free(name);
    return !of_cuda && !(call && (is(call, "sizeof") || is(call, "decltype")));
}
