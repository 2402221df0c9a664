/* CPU device: what nvcc refuses and a compiler of plain C++ would take: calls from the device to
 * the host and back, exceptions, stores to __constant__ variables, kernels that are members, ...
 *
 * There is no C++ parser here. A name is judged by all its declarations in the program and in the
 * headers, and only where they leave no doubt: it is better to miss a mistake than to refuse what
 * nvcc takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rewrite.h"

/* What a name is declared as, somewhere. */
enum {
    HOST = 1,            /* by the program: a function of the host, */
    HOST_CONSTEXPR = 2,  /* which is constexpr, */
    HOST_MEMBER = 4,     /* or a member; */
    DEVICE = 8,          /* a __device__ function */
    BOTH = 16,           /* a kernel, or __host__ __device__ */
    OTHER = 32,          /* something else, outside of functions: a type, a variable */
    KNOWN = 64,          /* by CUDA, */
    MATH = 1024,         /* or by C's mathematics */
    C_FUNCTION = 128,    /* of the C library, or CUDA's for the host */
    STD = 256,           /* in namespace std, */
    STD_CONSTEXPR = 512, /* constexpr there, */
    FOREIGN = 2048,      /* or in another namespace of a header; */
    SCOPE = 4096,        /* by the program: a namespace or class, */
    VARIABLE = 8192,     /* a variable of the host, outside of functions and not const, */
    NO_VARIABLE = 16384, /* or one of the device, or a member of a class; */
    CONST_ARRAY = 32768  /* a const array of the host, outside of functions */
};

struct name {
    const char *start;
    size_t length;
    unsigned what;
};

static struct name *names; /* a hash table */
static size_t room = 1 << 12, used;
static int errors;
static bool relaxed, warn, whole, uses_std;

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

static struct name *name_of(size_t i)
{
    if (2 * used > room) {
        struct name *old = names;
        size_t n = room;
        room *= 2;
        names = grow(NULL, room * sizeof *names);
        memset(names, 0, room * sizeof *names);
        for (size_t k = 0; k < n; k++)
            if (old[k].start)
                *look_up(old[k].start, old[k].length) = old[k];
        free(old);
    }
    size_t n = tokens[i].end - tokens[i].start;
    struct name *name = look_up(text + tokens[i].start, n);
    if (!name->start) {
        *name = (struct name){ text + tokens[i].start, n, 0 };
        used++;
    }
    return name;
}

static bool begins(size_t i, const char *s)
{
    return tokens[i].end - tokens[i].start > strlen(s) &&
           !strncmp(text + tokens[i].start, s, strlen(s));
}

/* a::b, a.b, a->b: token i is what stands before b */
static bool is_colons(size_t i) { return is(i, ":") && i > 0 && is(i - 1, ":"); }
static bool is_member_access(size_t i) { return is(i, ".") || (is(i, ">") && is(i - 1, "-")); }

/* ---- what the names are ---------------------------------------------------------------------- */

enum scope { GLOBAL_SCOPE, STD_SCOPE, NAMESPACE_SCOPE, CLASS_SCOPE, NO_SCOPE };

/* What the { at token i opens. */
static enum scope scope_of(size_t i, enum scope outer)
{
    if (tokens[i].function)
        return NO_SCOPE;
    if (tokens[i - 1].kind == STRING)
        return outer; /* extern "C" */
    for (size_t k = i; k-- > 0;) {
        if (is(k, ")") && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, ";") || is(k, "{") || is(k, "}"))
            break;
        else if (is(k, "namespace")) {
            if (is(k - 1, "inline"))
                return outer;
            return outer == GLOBAL_SCOPE && is(k + 1, "std") ? STD_SCOPE : NAMESPACE_SCOPE;
        } else if (is(k, "enum"))
            return NO_SCOPE;
    }
    return CLASS_SCOPE;
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
        } else if (is(k, ">") && template_open(k)) {
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

/* Is token i declared here, outside of functions, as a variable? Of the host, or of the device? A
 * const one only if it is an array: nvcc knows the values of the others. */
static unsigned variable(size_t i)
{
    static const char *const others[] = { "typedef", "using",     "template", "constexpr",
                                          "return",  "namespace", "operator", "friend",
                                          "texture", "struct",    "class",    "union",
                                          "enum",    NULL };
    static const char *const of_device[] = { "__device__", "__constant__", "__managed__",
                                             "__shared__", NULL };
    if (!is(i + 1, ";") && !is(i + 1, "=") && !is(i + 1, "[") && !is(i + 1, ","))
        return 0;
    unsigned what = VARIABLE;
    bool pointer = false;
    size_t k = i;
    for (; k-- > 0 && !is(k, ";") && !is(k, "{") && !is(k, "}");) {
        pointer |= is(k, "*");
        if (is(k, ">") && template_open(k))
            k = template_open(k);
        else if (is_one_of(k, of_device))
            what = NO_VARIABLE;
        else if (is(k, "const") && !pointer && what == VARIABLE)
            what = is(i + 1, "[") ? CONST_ARRAY : 0;
        else if ((tokens[k].kind != NAME && !is(k, "*") && !is(k, ":")) ||
                 (is_one_of(k, others) && (k + 1 == i || !is(k, "struct"))))
            return 0;
    }
    return k + 1 == i ? 0 : what;
}

static void note_own(size_t i, enum scope scope)
{
    struct name *name = name_of(i);
    name->what |= scope == CLASS_SCOPE ? NO_VARIABLE : variable(i);
    bool before_list = is(i + 1, "<") || is(i + 1, "(");
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

static void collect(void)
{
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

/* ---- lines that depend on __CUDA_ARCH__ ------------------------------------------------------ */

struct arch {
    const char *file;
    int first, last; /* from the #if to the #endif */
    bool left_out;   /* lines for the device that have no #else */
    struct arch *next;
};
static struct arch *archs;
static bool macros_depend; /* a #define does: a function may be __device__ by such a macro */

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

static void say(size_t i, const char *words)
{
    place(i, true);
    fprintf(stderr, "%s\n", words);
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

/* A call, at token i, of a function of the host. */
static void say_host_call(size_t i, const char *kind, const struct function *f, const char *advice)
{
    if (f->host_too && !warn)
        return;
    place(i, !f->host_too);
    fprintf(stderr, "calling a %s function(\"%s\") from a %s function(\"%s\") is not allowed%s\n",
            kind, quoted(i), space_of(f), quoted(f->name), advice);
}

/* ++ or --, in one word */
static bool twice(size_t i, const char *c)
{
    return is(i, c) && is(i + 1, c) && tokens[i].end == tokens[i + 1].start;
}

/* Token i names a variable that device code may not change: is it stored to? */
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

/* Within the tokens from .. to the name of token i always stands for a function that is called. */
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
    if (!is(i + 1, "<") || is(i + 2, "<"))
        return 0;
    int depth = 0;
    for (size_t k = i + 1; k < count && k < i + 64; k++) {
        if (is(k, ";") || is(k, "{"))
            return 0;
        depth += is(k, "<") ? 1 : is(k, ">") ? -1 : 0;
        if (!depth)
            return is(k + 1, "(") ? k + 1 : 0;
    }
    return 0;
}

/* Token i stands behind a:: of which the program does not define a. */
static bool in_foreign_scope(size_t i)
{
    return is_colons(i - 1) &&
           (is(i - 3, ">") || (tokens[i - 3].kind == NAME && !is_statement_word(i - 3) &&
                               !(name_of(i - 3)->what & SCOPE)));
}

/* std::name, or a plain name after `using namespace std`. */
static bool names_std(size_t i)
{
    if (is_colons(i - 1))
        return is(i - 3, "std");
    return uses_std && !is_member_access(i - 1);
}

/* May the name at token i be declared there, as a local variable or a parameter? */
static bool may_declare(size_t i)
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

/* A variable of the host's at token i, in the body of f. */
static bool check_host_variable(size_t i, const struct function *f)
{
    unsigned what = name_of(i)->what & ~(unsigned)OTHER;
    bool read = what == VARIABLE || (what == CONST_ARRAY && is(i + 1, "["));
    if (!read || f->host_too || is_member_access(i - 1) || is(i - 1, ".") || is_colons(i - 1) ||
        is(i + 1, ":") || unevaluated(i, f->body) || depends_on_arch(i))
        return false;
    for (size_t k = f->first; k < f->end; k++)
        if (same_name(k, i) && (k < f->body || may_declare(k)))
            return false;
    place(i, true);
    fprintf(stderr,
            "identifier \"%s\" is undefined in device code: it is a variable of the host; pass "
            "its value to the kernel, or declare it __device__\n",
            quoted(i));
    return true;
}

static const char *const host_classes[] = {
    "vector",  "string",        "map",          "set",   "unordered_map", "unordered_set",
    "list",    "deque",         "queue",        "stack", "thread",        "mutex",
    "mt19937", "ostringstream", "stringstream", NULL
};
static const char *const streams[] = { "cout", "cerr", "clog", "cin", NULL };

/* The > of the template arguments that begin behind token i, or 0. */
static size_t template_close(size_t i)
{
    int depth = 0;
    for (size_t k = i + 1; k < count && k < i + 64 && !is(k, ";") && !is(k, "{"); k++) {
        depth += is(k, "<") ? 1 : is(k, ">") ? -1 : 0;
        if (!depth)
            return is(k, ">") ? k : 0;
    }
    return 0;
}

/* Token i is std's pair or tuple: is a value of it made there, of none or of several others? */
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
            return false; /* no telling */
        if (tokens[t].match > t)
            t = tokens[t].match;
    }
    return is(k, "{") && tokens[k].match == k + 1;
}

/* A parameter of f that is one of std's containers, or a reference to one: does f use it? */
static void check_containers(const struct function *f)
{
    for (size_t i = f->open + 1; i < f->body; i++) {
        size_t name = is_one_of(i, host_classes) && names_std(i) ? i + 1 : 0;
        if (!name || name_of(i)->what & (HOST | DEVICE | BOTH | OTHER))
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
                    "%s is a std::%s, which belongs to the host: it cannot be used in a %s "
                    "function(\"%s\"); pass a pointer to memory of the device\n",
                    quoted(k), quoted(i), space_of(f), quoted(f->name));
            break;
        }
    }
}

/* Device code at token i stores to threadIdx or one of its kind. */
static void check_index(size_t i, const struct function *f)
{
    static const char *const names[] = { "threadIdx", "blockIdx", "blockDim",
                                         "gridDim",   "warpSize", NULL };
    if (!is_one_of(i, names) || name_of(i)->what & (HOST | DEVICE | BOTH | OTHER) ||
        is_member_access(i - 1) || !stored(i) || unevaluated(i, f->body) || depends_on_arch(i))
        return;
    for (size_t k = f->first; k <= i; k++)
        if (same_name(k, i) && may_declare(k))
            return;
    place(i, true);
    fprintf(stderr, "%s cannot be changed: CUDA sets it; take a variable of your own\n", quoted(i));
}

/* Device code at token i calls a __device__ function that the program only declares. */
static void check_defined(size_t i, const struct function *f)
{
    if (!whole || name_of(i)->what != DEVICE || !call_open(i) || is_member_access(i - 1) ||
        is_colons(i - 1) || !always_called(i, f->first, f->end) || unevaluated(i, f->body) ||
        depends_on_arch(i))
        return;
    for (size_t k = 0; k < count; k++)
        if (same_name(k, i) && !tokens[k].function &&
            (!is(k + 1, "(") || !is(tokens[k + 1].match + 1, ";")))
            return;
    place(i, true);
    fprintf(stderr, "the __device__ function(\"%s\"), called in %s, is declared but not defined\n",
            quoted(i), quoted(f->name));
}

/* Token i is a name in the body of f. */
static void check_device_name(size_t i, const struct function *f)
{
    const char *host = "__host__", *advice = "";
    struct name *name = name_of(i);
    unsigned what = name->what;
    bool member = is_member_access(i - 1), mine = what & (HOST | DEVICE | BOTH | OTHER);
    if (!mine && is(i - 1, ":") && is(i - 3, "std") &&
        ((is_one_of(i, streams) && !is(i + 1, "(")) ||
         (is_one_of(i, host_classes) && !is(i - 4, "<") && !is(i - 4, ",") && !is(i - 4, "(") &&
          !is(template_close(i) + 1, "*") && !is(template_close(i) + 1, "&")))) {
        if (!depends_on_arch(i) && !f->host_too) {
            place(i, true);
            fprintf(stderr,
                    "std::%s belongs to the host: it cannot be used in a %s "
                    "function(\"%s\")\n",
                    quoted(i), space_of(f), quoted(f->name));
        }
        return;
    }
    if (!mine && is(i - 1, ":") && is(i - 3, "std") && (is(i, "pair") || is(i, "tuple")) &&
        constructed(i) && !relaxed && !unevaluated(i, f->body) && !depends_on_arch(i)) {
        say_host_call(i, "constexpr __host__", f, "; nvcc takes it with --expt-relaxed-constexpr");
        return;
    }
    bool in_std = is_colons(i - 1) && is(i - 3, "std");
    if (!call_open(i) || what & (DEVICE | BOTH | OTHER | MATH) || (what & KNOWN && !in_std))
        return;
    if (!member && tokens[i - 1].kind == NAME && !is_statement_word(i - 1))
        return; /* T f(3); */
    if (what & HOST) {
        if (member && (!(what & HOST_MEMBER) || what & (C_FUNCTION | STD | STD_CONSTEXPR)))
            return;
        if (in_foreign_scope(i) || what & FOREIGN)
            return;
        advice = "; declare it __device__, too";
        if (what & HOST_CONSTEXPR) {
            host = "constexpr __host__";
            advice = "; declare it __device__, too, or use --expt-relaxed-constexpr";
        }
    } else if (what & (STD | STD_CONSTEXPR) && names_std(i)) {
        if (is(i, "move") || is(i, "forward") || is(i, "declval") || is(i, "addressof"))
            return;
        if (what & STD_CONSTEXPR) {
            if (!in_std)
                return; /* perhaps CUDA's of that name */
            host = "constexpr __host__";
            advice = "; nvcc takes it with --expt-relaxed-constexpr";
        }
    } else if (what & C_FUNCTION && !begins(i, "__")) {
        if (member || (is_colons(i - 1) && tokens[i - 3].kind == NAME && !is(i - 3, "std") &&
                       !is_statement_word(i - 3)))
            return;
    } else {
        return;
    }
    if ((what & (HOST_CONSTEXPR | STD_CONSTEXPR)) && relaxed)
        return;
    if (!always_called(i, f->first, f->end) || unevaluated(i, f->body) || depends_on_arch(i))
        return;
    say_host_call(i, host, f, advice);
}

/* numeric_limits<T>::max() and its like are constexpr functions of the host. */
static void check_limits(size_t i, const struct function *f)
{
    size_t k = i + 1;
    for (int depth = 0; k < count && k < i + 64; k++) {
        depth += is(k, "<") ? 1 : is(k, ">") ? -1 : 0;
        if (!depth)
            break;
    }
    if (relaxed || !is_colons(k + 2) || tokens[k + 3].kind != NAME || !is(k + 4, "(") ||
        unevaluated(i, f->body) || depends_on_arch(i))
        return;
    say_host_call(k + 3, "constexpr __host__", f, "; nvcc takes it with --expt-relaxed-constexpr");
}

/* Is the template function f named anywhere but in itself? Else nobody compiles its body. */
static bool instantiated(const struct function *f)
{
    if (!f->is_template)
        return true;
    for (size_t k = 0; k < count; k++)
        if ((k < f->first || k > f->end) && !tokens[k].foreign && same_name(k, f->name))
            return true;
    return false;
}

/* A kernel's name at token i, in a function from token `first` to `end`: is it called? */
static bool check_kernel_call(size_t i, size_t first, size_t end)
{
    const struct kernel *k = find_kernel(i);
    if (!k || k->shared_name || !is(i + 1, "(") || is_member_access(i - 1) || in_foreign_scope(i) ||
        (tokens[i - 1].kind == NAME && !is_statement_word(i - 1)) || !always_called(i, first, end))
        return false;
    place(i, true);
    fprintf(stderr, "a kernel is launched, not called: %s<<<grid, block>>>(...)\n", k->name);
    return true;
}

static void check_device_function(const struct function *f)
{
    if (tokens[f->open].foreign || !instantiated(f))
        return;
    for (size_t i = f->body + 1; i < f->end; i++) {
        if (tokens[i].kind != NAME || tokens[i].foreign)
            continue;
        if ((is(i, "try") || is(i, "throw")) && !depends_on_arch(i))
            say(i, "device code does not support exception handling");
        else if (is(i, "numeric_limits"))
            check_limits(i, f);
        else if (!check_kernel_call(i, f->first, f->end) && !check_host_variable(i, f)) {
            check_device_name(i, f);
            check_index(i, f);
            check_defined(i, f);
        }
    }
    if (!f->host_too)
        check_containers(f);
}

/* A call, at token i, of a function of the device in the host's function of that name. */
static void say_device_call(size_t i, const char *called, size_t name)
{
    place(i, true);
    fprintf(stderr,
            "calling a __device__ function(\"%s\") from a __host__ function(\"%s\") is not "
            "allowed\n",
            called, quoted(name));
}

/* Token i is a name in the body of a function of the host, whose declaration begins at `first`. */
static void check_host_name(size_t i, size_t first, size_t name, size_t end)
{
    unsigned what = name_of(i)->what;
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

static void check_host_functions(void)
{
    for (size_t i = 1; i < count; i++) {
        if (!is(i, "{") || !tokens[i].function || tokens[i].foreign || tokens[i].device ||
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
            if (tokens[k].kind == NAME && !tokens[k].device)
                check_host_name(k, first, name, tokens[i].match);
        i = tokens[i].match;
    }
}

/* ---- other rules ----------------------------------------------------------------------------- */

/* In which class is token i declared? The { of it, or 0. */
static bool in_class(size_t i)
{
    for (size_t k = i; k-- > 0;) {
        if ((is(k, "}") || is(k, ")")) && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, "{"))
            return !tokens[k].function && scope_of(k, GLOBAL_SCOPE) == CLASS_SCOPE &&
                   tokens[k - 1].kind != STRING;
    }
    return false;
}

static bool is_friend(size_t i)
{
    for (size_t k = i; k-- > 0 && tokens[k].kind == NAME;)
        if (is(k, "friend"))
            return true;
    return is(i + 1, "friend");
}

static bool scalar(size_t i) { return !is(i + 1, "[") && !is(i + 1, "."); }

/* The functions in whose body the __constant__ variable named by token `name` is stored to. */
static void check_constant(size_t name)
{
    for (size_t k = 0; k < function_count; k++) {
        const struct function *f = &functions[k];
        bool local = false; /* perhaps declared anew */
        for (size_t t = f->open; t < f->end && !local; t++) {
            if (!same_name(t, name) || is_member_access(t - 1) || is_colons(t - 1))
                continue;
            local = (tokens[t - 1].kind == NAME && !is_statement_word(t - 1)) || is(t - 1, "&") ||
                    is(t - 1, "*") || is(t - 1, ">") || is(t - 1, ",");
            if (!local && stored(t) && (warn || scalar(t))) { /* nvcc leaves the others out */
                place(t, scalar(t));
                fputs("a __constant__ variable cannot be changed in device code; the host sets it "
                      "with cudaMemcpyToSymbol\n",
                      stderr);
            }
        }
    }
}

/* The variables that the declaration with __constant__ at token i declares. */
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
    if (!is_one_of(i, old) || !is(i + 1, "(") || name_of(i)->what & (HOST | DEVICE | BOTH | OTHER))
        return;
    place(i, true);
    fprintf(stderr,
            "%s is no longer part of CUDA: write %s_sync(0xffffffff, ...), whose first argument is "
            "the mask of the lanes that take part\n",
            quoted(i), quoted(i));
}

/* The parts between the tokens open and close, bracket and partner; -1: no telling. */
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

/* Tokens `open` and `end` are the <<< and >>> of a launch. */
static void check_launch(size_t open, size_t end)
{
    int n = parts(open + 2, end, false);
    size_t name = open - 1;
    if (is(name, ">") && template_open(name))
        name = template_open(name) - 1;
    const char *kernel = tokens[name].kind == NAME ? quoted(name) : "kernel";
    if (n == 1 || n == 0 || n > 4) {
        place(open, true);
        fprintf(stderr,
                "a launch says how many blocks and how many threads each has: %s<<<grid, "
                "block>>>(...)%s\n",
                kernel, n > 4 ? ", then shared memory and stream, no more" : "");
    }
    if (!is(end + 3, "(")) {
        place(end + 3, true);
        fprintf(stderr, "the arguments are missing: %s<<<grid, block>>>(...)\n", kernel);
        return;
    }
    const struct kernel *k = find_kernel(name);
    int given = parts(end + 3, tokens[end + 3].match, false);
    if (!k || k->overloaded || k->shared_name || given < 0)
        return;
    int wanted = parts(k->open, tokens[k->open].match, true);
    if (wanted < 0 || (given <= wanted && given >= wanted - defaults(k->open)))
        return;
    place(end + 3, true);
    fprintf(stderr, "kernel %s has %d parameter%s, ", kernel, wanted, wanted == 1 ? "" : "s");
    fwrite(text + tokens[k->open].start, 1,
           tokens[tokens[k->open].match].end - tokens[k->open].start, stderr);
    fprintf(stderr, "; %d %s given\n", given, given == 1 ? "is" : "are");
}

/* Does a launch that is wrongly written begin at token i? */
static void check_chevrons(size_t i)
{
    if (is_triple(i, "<")) {
        size_t end = config_end(i);
        if (end) {
            check_launch(i, end);
        } else {
            place(i, true);
            fprintf(stderr, "<<< without its >>>: kernel<<<grid, block>>>(...)\n");
        }
    } else if (is(i, "<") && is(i + 1, "<") && !is(i - 1, "<") &&
               tokens[i].end == tokens[i + 1].start) {
        const struct kernel *k = find_kernel(i - 1);
        if (!k || k->shared_name || is_member_access(i - 2) || tokens[i - 1].end != tokens[i].start)
            return;
        place(i, true);
        fprintf(stderr, "a launch has three of them: %s<<<grid, block>>>(...)\n", k->name);
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
    for (size_t k = i; k-- > 1 && tokens[k].function;)
        if (same_name(k, i) && tokens[k - 1].kind == NAME && !is_statement_word(k - 1))
            return is(k - 1, "auto") && is(k + 1, "=") && is(k + 2, "[") ? k + 2 : 0;
    return 0;
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
            say(i, "a lambda that is passed to a kernel needs __device__: [=] __device__ (...) "
                   "{ ... }, and nvcc needs --extended-lambda");
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
}

/* ---- headers that were forgotten ------------------------------------------------------------- */

static bool is_own_file(const char *file)
{
    return file[0] != '<' && strncmp(file, "/usr/", 5) && !strstr(file, "cpu_device/");
}

/* The CPU device's own header brings along stdio.h and assert.h, nvcc's does not. May the program
 * have them from elsewhere? Only from an #include of a header that is not listed here. */
static bool may_include(bool stdio)
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
    for (size_t k = 0; k < file_count; k++) {
        if (!is_own_file(files[k]))
            continue;
        FILE *f = fopen(files[k], "r");
        char line[4096], name[256];
        if (!f)
            return true; /* no telling */
        while (fgets(line, sizeof line, f)) {
            if (line[strspn(line, " \t")] != '#' || !strstr(line, "include"))
                continue;
            bool known = false;
            if (sscanf(line, " # include %*1[<\"]%255[^>\"]", name) != 1)
                name[0] = 0;
            for (size_t n = 0; neither[n]; n++)
                known |= !strcmp(name, neither[n]);
            for (size_t n = 0; no_assert[n]; n++)
                known |= !stdio && !strcmp(name, no_assert[n]);
            size_t length = strlen(name);
            for (size_t n = 0; n < file_count && !known; n++) { /* read here as well */
                size_t all = strlen(files[n]);
                known = length && is_own_file(files[n]) && all >= length &&
                        !strcmp(files[n] + all - length, name);
            }
            if (!known) {
                fclose(f);
                return true;
            }
        }
        fclose(f);
    }
    return false;
}

static void check_includes(void)
{
    static const char *const of_stdio[] = { "printf", "fprintf", "puts", NULL };
    bool stdio = !may_include(true), asserts = !may_include(false);
    for (size_t i = 1; i < count && (stdio || asserts); i++) {
        if (tokens[i].kind != NAME || !is(i + 1, "(") || !tokens[i].function ||
            !is_own_file(tokens[i].file) || depends_on_arch(i))
            continue;
        bool is_assert = is(i, "__assert_fail");
        if (is_assert ? !asserts
                      : !stdio || !is_one_of(i, of_stdio) || is_member_access(i - 1) ||
                            is_colons(i - 1) || name_of(i)->what & (HOST | DEVICE | BOTH | OTHER))
            continue;
        place(i, true);
        fprintf(stderr, "%s is undefined without #include <%s.h>\n",
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

static bool same_tokens(size_t a, size_t b, size_t n)
{
    for (size_t k = 0; k < n; k++)
        if (tokens[a + k].end - tokens[a + k].start != tokens[b + k].end - tokens[b + k].start ||
            memcmp(text + tokens[a + k].start, text + tokens[b + k].start,
                   tokens[a + k].end - tokens[a + k].start))
            return false;
    return true;
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

static void note_warp_synchronous(const struct function *f)
{
    for (size_t i = f->open; i < f->end; i++) {
        size_t name = is(i, "volatile") ? volatile_name(i) : 0, found = 0;
        if (!name || tokens[i].foreign)
            continue;
        if (i < f->body && !f->global) /* warp_reduce(volatile float *s, int t) */
            found = unordered_steps(f->body, f->end, name);
        for (size_t k = f->body; k < f->end && !found; k++)
            if (warp_guard(k))
                found = unordered_steps(k, warp_guard(k), name);
        if (!found)
            continue;
        fprintf(stderr,
                "%s:%d:%d: note: without __syncwarp() between these steps of a warp their order is "
                "undefined since Volta (2017), and the result may differ here\n",
                tokens[found].file, tokens[found].line, column(found));
        return;
    }
}

/* __CUDA_ARCH__ is not defined here, as in nvcc's pass for the host. Said once. */
static void warn_of_arch(void)
{
    for (size_t k = 0; k < function_count; k++) {
        const struct function *f = &functions[k];
        const struct token *body = &tokens[f->body];
        const struct arch *first = NULL;
        if (!body->foreign)
            read_archs(body->file);
        for (struct arch *a = archs; a; a = a->next)
            if (a->left_out && a->file == body->file && a->first >= body->line &&
                a->last <= tokens[f->end].line && (!first || a->first < first->first))
                first = a;
        if (!first)
            continue;
        fprintf(stderr,
                "%s:%d: warning: __CUDA_ARCH__ is not defined on the CPU device: these lines of "
                "function(\"%s\") are left out\n",
                first->file, first->first, quoted(f->name));
        return;
    }
}

int check_rules(const struct rules *rules)
{
    relaxed = rules->relaxed;
    warn = rules->warnings;
    whole = rules->whole;
    names = grow(NULL, room * sizeof *names);
    memset(names, 0, room * sizeof *names);
    collect();
    for (size_t k = 0; k < file_count; k++)
        if (is_own_file(files[k]))
            read_archs(files[k]);
    if (!rules->forced_include)
        check_includes();
    if (!macros_depend) {
        for (size_t k = 0; k < function_count; k++)
            check_device_function(&functions[k]);
        check_host_functions();
    }
    for (size_t i = 1; i < count; i++) {
        if (tokens[i].foreign)
            continue;
        if (tokens[i].launch && is(config_end(tokens[i].launch) + 3, "("))
            check_lambdas(config_end(tokens[i].launch) + 3);
        if (is(i, "<") && tokens[i].function && !is(i - 1, "<"))
            check_chevrons(i);
        if (tokens[i].kind != NAME)
            continue;
        if (is(i, "__global__") && in_class(i) && !is_friend(i))
            say(i, "a __global__ function cannot be a member function");
        else if (is(i, "__shared__") && tokens[i].function && !tokens[i].device)
            say(i, "a __shared__ variable is not allowed in a function of the host");
        else if (is(i, "__constant__"))
            check_constants(i);
        else
            check_old_warp_function(i);
    }
    for (size_t k = 0; k < function_count && warn; k++)
        note_warp_synchronous(&functions[k]);
    if (warn)
        warn_of_arch();
    return errors;
}
