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

unsigned what_is(size_t i) { return name_of(i)->what; }

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
