/* CPU device: turns preprocessed CUDA C++ into plain C++.
 *
 *   g++ -E ... lab.cu | rewrite | g++ -x c++-cpp-output ...
 *
 * It works on the preprocessor's output, where macros are expanded and headers are in their place,
 * so launches in macros and headers are ordinary text. Only these things are changed; all else is
 * copied, and no newline is added or lost, so that messages keep naming the student's line:
 *
 *   kernel<<<grid, block>>>(args)     a call of cpu_device::launch (see launch.h)
 *   __shared__ T x[n];                static thread_local T x[n]; its size is checked
 *   extern __shared__ T x[];          a pointer into the block's dynamic shared memory
 *   __global__ __device__ __noinline__    attributes or nothing
 *   cudaLaunchKernel((void *)kernel   without the cast, so that the parameters' types are known
 *
 * What would otherwise compile into something else becomes an error at its line: a launch inside
 * device code, PTX in asm, a kernel called like a function, an initialised __shared__ variable. */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { END, NAME, NUMBER, STRING, PUNCTUATION };

struct token {
    enum kind kind;
    size_t start, end; /* in the text */
    size_t match;      /* of a bracket: the index of its partner, or 0 */
    int line;
    const char *file;
    bool device;     /* in the body of a __global__ or __device__ function */
    bool function;   /* in the body of any function */
    size_t launch;   /* first token of a launch: the index of its <<<, or 0 */
    bool foreign;    /* from a system header or one of the CPU device's own */
    bool declared;   /* the name in a kernel's declaration */
    bool inlined;    /* the __global__ of a kernel's definition */
    bool not_void;   /* the __global__ of a function that returns something */
    size_t ends;     /* the } of a kernel's body: the number of the kernel, from 1 */
    bool kernel;     /* in the body of a kernel */
    size_t variable; /* the ; of a __device__ variable's declaration: its first token, or 0 */
};

struct kernel {
    char *name, *parameters;
    bool shared_name; /* other functions have it, too: a call may mean them */
    bool generic;     /* a template, overloaded, or with default arguments */
};

static char *text;
static size_t length;
static struct token *tokens;
static size_t count;
static struct kernel *kernels;
static size_t kernel_count;
static bool check;               /* --check: for the bug finder */
static bool launches_by_address; /* the program names cudaLaunchKernel */
static bool uses_std; /* it says `using namespace std`: a kernel may share a name there */

static void *grow(void *p, size_t size)
{
    p = realloc(p, size);
    if (!p) {
        fputs("rewrite: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

static char *copy(size_t start, size_t end)
{
    char *s = grow(NULL, end - start + 1);
    memcpy(s, text + start, end - start);
    s[end - start] = 0;
    return s;
}

static bool is(size_t i, const char *s)
{
    size_t n = strlen(s);
    return i < count && tokens[i].end - tokens[i].start == n &&
           !memcmp(text + tokens[i].start, s, n);
}

/* Tokens i, i+1, i+2 are the three characters c with nothing between (the preprocessor may have put
 * a space before the third). */
static bool is_triple(size_t i, const char *c)
{
    return is(i, c) && is(i + 1, c) && is(i + 2, c) && tokens[i + 1].start == tokens[i].end &&
           tokens[i + 2].start <= tokens[i + 1].end + 1;
}

/* ---- reading
 * -------------------------------------------------------------------------------------- */

static void read_all(FILE *f)
{
    size_t room = 1 << 20;
    text = grow(NULL, room);
    for (size_t n; (n = fread(text + length, 1, room - length - 1, f)) > 0;) {
        length += n;
        if (room - length < 2)
            text = grow(text, room *= 2);
    }
    text[length] = 0;
}

static size_t string_end(size_t i)
{
    char quote = text[i++];
    while (i < length && text[i] != quote && text[i] != '\n')
        i += text[i] == '\\' ? 2 : 1;
    return i < length ? i + 1 : length;
}

/* R"delimiter( ... )delimiter" */
static size_t raw_string_end(size_t i)
{
    size_t open = i + 1;
    while (open < length && text[open] != '(')
        open++;
    size_t n = open - i - 1;
    for (size_t k = open; k + n + 1 < length; k++)
        if (text[k] == ')' && !memcmp(text + k + 1, text + i + 1, n) && text[k + 1 + n] == '"')
            return k + n + 2;
    return length;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* A header of CUDA's own that was found on this machine: the program uses what is not offered. */
static void refuse_header(const char *header, const char *file, int line)
{
    static const char *parts[] = { "/thrust/",     "/cub/",          "/cuda/std/",
                                   "/cuda/atomic", "/cuda/barrier",  "/cooperative_groups.h",
                                   "/curand",      "/cublas",        "/cufft",
                                   "/cusparse",    "/cusolver",      "/cudnn",
                                   "/nccl",        "/mma.h",         "/cuda_fp16.h",
                                   "/cuda_bf16.h", "/cuda_pipeline", "/nvToolsExt",
                                   "/nvtx3/",      "/texture_",      "/surface_",
                                   "/nvrtc.h" };
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *at = strstr(header, parts[i]);
        if (at && !strstr(header, "/cpu_device/")) {
            fprintf(stderr, "%s:%d: error: %s is not available on the CPU device\n", file, line,
                    at + 1);
            exit(1);
        }
    }
}

/* The file name text[start .. end-1], the same pointer for the same name. */
static const char *intern(size_t start, size_t end)
{
    static char **names;
    static size_t n;
    for (size_t i = n; i-- > 0;)
        if (strlen(names[i]) == end - start && !memcmp(names[i], text + start, end - start))
            return names[i];
    names = grow(names, (n + 1) * sizeof *names);
    return names[n++] = copy(start, end);
}

/* `# 12 "file.cu" 2`: the next line is line 12 of that file. */
static void line_marker(size_t start, size_t end, int *line, const char **file, bool *foreign)
{
    char *s = copy(start, end), *open = strchr(s, '"');
    int number;
    if (sscanf(s, "# %d", &number) == 1 && open) {
        char *close = strrchr(open, '"');
        size_t at = start + (size_t)(open - s) + 1;
        size_t n = close > open ? (size_t)(close - open - 1) : 0;
        const char *name = intern(at, at + n);
        if (name != *file)
            refuse_header(name, *file, *line);
        *file = name;
        *line = number - 1;
        *foreign = strstr(close, " 3") || strstr(name, "/cpu_device/");
    }
    free(s);
}

static void tokenize(void)
{
    size_t room = 0;
    int line = 1;
    const char *file = "";
    bool foreign = false;
    bool fresh = true; /* only white space so far on this line */
    for (size_t i = 0; i <= length;) {
        if (i < length && (text[i] == '\n' || isspace((unsigned char)text[i]))) {
            if (text[i] == '\n') {
                line++;
                fresh = true;
            }
            i++;
            continue;
        }
        if (i < length && text[i] == '#' && fresh) { /* a marker or a pragma: white space to us */
            size_t end = i;
            while (end < length && text[end] != '\n')
                end++;
            line_marker(i, end, &line, &file, &foreign);
            i = end;
            continue;
        }
        if (count + 1 >= room)
            tokens = grow(tokens, (room = room ? room * 2 : 65536) * sizeof *tokens);
        struct token t = { .start = i, .line = line, .file = file, .foreign = foreign };
        if (i == length) {
            t.kind = END;
            t.end = i++;
        } else if (text[i] == '"' || text[i] == '\'') {
            t.kind = STRING;
            t.end = string_end(i);
        } else if (isdigit((unsigned char)text[i]) ||
                   (text[i] == '.' && isdigit((unsigned char)text[i + 1]))) {
            t.kind = NUMBER;
            for (t.end = i + 1; is_word(text[t.end]) || text[t.end] == '.' ||
                                (text[t.end] == '\'' && is_word(text[t.end + 1])) ||
                                (strchr("+-", text[t.end]) && strchr("eEpP", text[t.end - 1]));)
                t.end++;
        } else if (is_word(text[i])) {
            t.kind = NAME;
            for (t.end = i; is_word(text[t.end]);)
                t.end++;
            if (text[t.end] == '"' && text[t.end - 1] == 'R' && t.end - i <= 3) {
                t.kind = STRING;
                t.end = raw_string_end(t.end);
            }
        } else {
            t.kind = PUNCTUATION;
            t.end = i + 1;
        }
        for (size_t k = t.start; k < t.end && k < length; k++)
            line += text[k] == '\n';
        fresh = false;
        i = t.end > i ? t.end : i;
        tokens[count++] = t;
        if (t.kind == END)
            return;
    }
}

static void match_brackets(void)
{
    size_t *open = grow(NULL, count * sizeof *open), depth = 0;
    for (size_t i = 0; i < count; i++) {
        if (tokens[i].kind != PUNCTUATION)
            continue;
        char c = text[tokens[i].start];
        if (c == '(' || c == '[' || c == '{') {
            open[depth++] = i;
        } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
            tokens[i].match = open[--depth];
            tokens[open[depth]].match = i;
        }
    }
    free(open);
}

/* ---- finding
 * -------------------------------------------------------------------------------------- */

/* i is a `>` that closes a template list: the index of its `<`, or 0. */
static size_t template_open(size_t i)
{
    int depth = 0;
    for (size_t k = i; k > 0; k--) {
        if (is(k, ">"))
            depth++;
        else if (is(k, "<") && --depth == 0)
            return k;
        else if ((is(k, ")") || is(k, "]") || is(k, "}")) && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, ";") || is(k, "{"))
            return 0;
    }
    return 0;
}

static struct kernel *find_kernel(size_t name)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (is(name, kernels[i].name))
            return &kernels[i];
    return NULL;
}

static bool is_type_word(size_t i)
{
    static const char *words[] = { "int",    "char", "float",    "double", "long", "short",
                                   "signed", "bool", "unsigned", "size_t", "const" };
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        if (is(i, words[k]))
            return true;
    return false;
}

/* The parameter list as text without the parameters' names, to tell a second declaration from an
 * overload; `defaults` is set if there are default arguments. */
static char *parameter_types(size_t open, bool *defaults)
{
    size_t close = tokens[open].match, n = 0;
    char *s = grow(NULL, tokens[close].end - tokens[open].start + 1);
    for (size_t i = open; i < close; i++) {
        bool last = is(i + 1, ",") || is(i + 1, ")") || is(i + 1, "[") || is(i + 1, "=");
        bool typed =
            tokens[i - 1].kind == NAME || is(i - 1, "*") || is(i - 1, "&") || is(i - 1, ">");
        if (tokens[i].kind == NAME && last && typed && !is_type_word(i))
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
        k->generic |= generic || strcmp(k->parameters, parameters);
        free(parameters);
        return;
    }
    kernels = grow(kernels, (kernel_count + 1) * sizeof *kernels);
    kernels[kernel_count++] =
        (struct kernel){ copy(tokens[name].start, tokens[name].end), parameters, false, generic };
}

/* Is the declaration whose specifiers hold token i a template's? */
static bool after_template_head(size_t i)
{
    for (size_t k = i; k-- > 0;) {
        if (is(k, ">"))
            return true;
        if (is(k, "template"))
            return true;
        if ((is(k, ")") || is(k, "]")) && tokens[k].match)
            k = tokens[k].match; /* an attribute */
        else if (tokens[k].kind != NAME && tokens[k].kind != STRING)
            return false;
    }
    return false;
}

/* Token i is __global__ or __device__. Notes a kernel; marks the body of a function. */
static void device_declaration(size_t i)
{
    bool global = is(i, "__global__");
    size_t open = i;
    while (open < count && !is(open, "(") && !is(open, ";") && !is(open, "=") && !is(open, "{") &&
           !is(open, "["))
        open += is(open, "__attribute__") || is(open, "alignas") ? tokens[open + 1].match - open + 1
                                                                 : 1;
    if (!is(open, "(") || !tokens[open].match)
        return; /* a variable */
    size_t name = open - 1;
    if (is(name, ">"))
        name = template_open(name) - 1;
    tokens[name].declared = global;
    if (global && tokens[name].kind == NAME)
        note_kernel(name, open, after_template_head(i) || is(open - 1, ">"));
    bool is_void = false;
    for (size_t k = i; k-- > 0 && tokens[k].kind == NAME;)
        is_void |= is(k, "void") || is(k, "auto");
    for (size_t k = i; k < open; k++)
        is_void |= is(k, "void") || is(k, "auto");
    tokens[i].not_void = global && !is_void;
    size_t body = tokens[open].match + 1;
    while (body < count && !is(body, "{") && !is(body, ";") && !is(body, "="))
        body = is(body, "(") && tokens[body].match ? tokens[body].match + 1 : body + 1;
    if (!is(body, "{") || !tokens[body].match)
        return;
    for (size_t k = body; k < tokens[body].match; k++) {
        tokens[k].device = true;
        tokens[k].kernel = global;
    }
    struct kernel *k = global ? find_kernel(name) : NULL;
    if (k)
        tokens[tokens[body].match].ends = (size_t)(k - kernels) + 1;
    tokens[i].inlined = global;
}

/* Marks the bodies of functions: braces that no namespace, class, enum or extern "C" opens. */
static void mark_functions(void)
{
    for (size_t i = 1; i < count; i++) {
        if (!is(i, "{") || !tokens[i].match || tokens[i].function)
            continue;
        size_t b = i - 1;
        bool scope = tokens[b].kind == STRING || is(b, "namespace");
        for (size_t k = b; k > 0 && !scope; k--) {
            if (is(k, ";") || is(k, "}") || is(k, "{") || is(k, ")"))
                break;
            scope = is(k, "namespace") || is(k, "class") || is(k, "struct") || is(k, "union") ||
                    is(k, "enum");
        }
        if (!scope)
            for (size_t k = i; k < tokens[i].match; k++)
                tokens[k].function = true;
    }
}

/* `open` is the first < of <<<: the first token of the kernel's name. */
static size_t kernel_start(size_t open)
{
    size_t i = open - 1;
    if (is(i, ">") && template_open(i))
        i = template_open(i) - 1;
    else if (is(i, "]") && tokens[i].match)
        i = tokens[i].match - 1;
    else if (is(i, ")") && tokens[i].match)
        i = tokens[tokens[i].match - 1].kind == NAME ? tokens[i].match - 1 : tokens[i].match;
    for (;;) { /* a::b, a.b, a->b */
        size_t b = i - 1;
        if (is(b, ":") && is(b - 1, ":")) {
            size_t name = b - 1 - 1;
            if (is(name, ">") && template_open(name))
                name = template_open(name) - 1;
            if (tokens[name].kind != NAME || is(name, "return"))
                return b - 1;
            i = name;
        } else if (is(b, ".")) {
            i = b - 1;
        } else if (is(b, ">") && is(b - 1, "-")) {
            i = b - 1 - 1;
        } else if (is(b, "template")) {
            i = b;
        } else {
            return i;
        }
    }
}

static size_t config_end(size_t open)
{
    for (size_t i = open + 3; i < count; i++) {
        if (is_triple(i, ">"))
            return i;
        if (is(i, ";") || is(i, "}") || is(i, ")"))
            return 0;
        if ((is(i, "(") || is(i, "[") || is(i, "{")) && tokens[i].match)
            i = tokens[i].match;
    }
    return 0;
}

/* ---- for the bug finder ------------------------------------------------------------------- */

static bool is_device_word(size_t i)
{
    return is(i, "__device__") || is(i, "__constant__") || is(i, "__managed__");
}

/* The name that token i is, if a declarator begins there: x, x[4], x = 1. */
static bool is_declared_name(size_t i)
{
    return tokens[i].kind == NAME && !is_type_word(i) &&
           (is(i + 1, "[") || is(i + 1, ",") || is(i + 1, "=") || is(i + 1, "{") || is(i + 1, ";"));
}

/* From a declarator's name to the , or ; behind it. */
static size_t declarator_end(size_t i)
{
    while (!is(i, ",") && !is(i, ";") && tokens[i].kind != END)
        i = tokens[i].match > i ? tokens[i].match + 1 : i + 1;
    return i;
}

/* The { of the struct, union or enum that token i begins to define, or 0. */
static size_t definition(size_t i)
{
    if (!is(i, "struct") && !is(i, "union") && !is(i, "class") && !is(i, "enum"))
        return 0;
    i += is(i + 1, "{") ? 1 : 2; /* it may have a name */
    return is(i, "{") && tokens[i].match ? i : 0;
}

/* The name in the declarator that begins at token i: x of *x. */
static size_t declared_name(size_t i)
{
    while (is(i, "*") || is(i, "&") || (tokens[i].kind == NAME && !is_declared_name(i)))
        i++;
    return i;
}

/* The first declared name from token i on, or 0 if there is none before the ; or (. */
static size_t first_declared(size_t i)
{
    for (; !is(i, ";") && tokens[i].kind != END; i++) {
        if (is(i, "__attribute__") || is(i, "alignas"))
            i = tokens[i + 1].match;
        else if (definition(i))
            i = tokens[definition(i)].match;
        else if (is_declared_name(i))
            return i;
        else if (is(i, "(") || is(i, "{") || is(i, "extern"))
            return 0;
    }
    return 0;
}

static size_t statement_end(size_t i)
{
    while (i < count && !is(i, ";"))
        i = (is(i, "(") || is(i, "[") || is(i, "{")) && tokens[i].match ? tokens[i].match + 1
                                                                        : i + 1;
    return i;
}

static bool statement_has(size_t from, size_t to, const char *word)
{
    for (size_t i = from; i < to; i++) {
        if (is(i, word))
            return true;
        if ((is(i, "(") || is(i, "[") || is(i, "{")) && tokens[i].match)
            i = tokens[i].match;
    }
    return false;
}

static bool in_class(size_t i)
{
    for (size_t k = i; k-- > 0;)
        if (is(k, "}") && tokens[k].match)
            k = tokens[k].match;
        else if (is(k, "{") && tokens[k - 1].kind != STRING && !is(k - 1, "namespace") &&
                 !is(k - 2, "namespace"))
            return true;
    return false;
}

/* Token i is __device__, __constant__ or __managed__: is it a variable's? */
static void device_variable(size_t i)
{
    size_t name = first_declared(i);
    if (!name || tokens[i].function || tokens[i].foreign || after_template_head(i) ||
        is(i - 1, "extern") || in_class(i) || statement_has(i, statement_end(i), "__shared__"))
        return;
    size_t end = name;
    while (!is(end, ";") && tokens[end].kind != END)
        end = tokens[end].match > end ? tokens[end].match + 1 : end + 1;
    tokens[end].variable = i;
}

static void find_all(void)
{
    match_brackets();
    mark_functions();
    for (size_t i = 0; i < count; i++) {
        if (is(i, "__global__") || is(i, "__device__"))
            device_declaration(i);
        if (check && is_device_word(i))
            device_variable(i);
        if (is(i, "cudaLaunchKernel") && !tokens[i].foreign)
            launches_by_address = true;
        else if (is(i, "using") && is(i + 1, "namespace") && is(i + 2, "std"))
            uses_std = true;
    }
    for (size_t i = 1; i + 2 < count; i++) {
        /* `type name(`: a function that is no kernel has that name as well */
        bool declares =
            tokens[i - 1].kind == NAME || is(i - 1, "*") || is(i - 1, "&") || is(i - 1, ">");
        if (is(i + 1, "(") && declares && !tokens[i].declared && !is(i - 1, "else") &&
            !is(i - 1, "return") && find_kernel(i))
            find_kernel(i)->shared_name = true;
        if (is_triple(i, "<") && config_end(i) && is(config_end(i) + 3, "("))
            tokens[kernel_start(i)].launch = i;
    }
}

/* ---- writing
 * ---------------------------------------------------------------------------------------- */

static void put(size_t start, size_t end) { fwrite(text + start, 1, end - start, stdout); }

static size_t gap_start(size_t i) /* the white space before token i */
{
    return i ? tokens[i - 1].end : 0;
}

/* The tokens from .. to-1 on one line. */
static void put_flat(size_t from, size_t to)
{
    for (size_t i = from; i < to; i++) {
        put(tokens[i].start, tokens[i].end);
        if (tokens[i].kind == NAME && tokens[i + 1].kind == NAME)
            putchar(' ');
    }
}

/* What stands between the tokens from .. to: newlines and line markers. */
static void put_gaps(size_t from, size_t to)
{
    for (size_t i = from + 1; i <= to; i++)
        put(gap_start(i), tokens[i].start);
}

static void put_place(size_t i)
{
    putchar('"');
    for (const char *s = tokens[i].file; *s; s++)
        putchar(*s); /* as the preprocessor wrote it: already escaped */
    printf(":%d\"", tokens[i].line);
}

static void put_error(const char *words) { printf("static_assert(false, \"%s\");", words); }

static void put_range(size_t from, size_t to);

/* Is argument token i, alone between commas, a null pointer or a 0? */
static bool is_null(size_t i)
{
    return (is(i, "0") || is(i, "__null")) && (is(i - 1, "(") || is(i - 1, ",")) &&
           (is(i + 1, ")") || is(i + 1, ","));
}

static bool has_null(size_t open)
{
    for (size_t i = open + 1; i < tokens[open].match; i++) {
        if (is_null(i))
            return true;
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
    return false;
}

/* The arguments of a generic launch: NULL becomes nullptr, and 0 what the kernel makes of it. */
static void put_arguments(size_t open)
{
    size_t from = open;
    for (size_t i = open + 1; i < tokens[open].match; i++) {
        if (is_null(i)) {
            put_range(from, i);
            put(gap_start(i), tokens[i].start);
            fputs(is(i, "0") ? "::cpu_device::zero{}" : "nullptr", stdout);
            from = i + 1;
        } else if (tokens[i].match > i) {
            i = tokens[i].match;
        }
    }
    put_range(from, tokens[open].match);
}

/* After `using namespace std`, the name of such a kernel stands for std's function templates too.
 */
static bool shares_name_with_std(size_t i)
{
    static const char *names[] = { "accumulate", "copy",    "count",    "equal",     "exchange",
                                   "fill",       "find",    "gather",   "generate",  "iota",
                                   "max",        "merge",   "min",      "partition", "reduce",
                                   "replace",    "reverse", "rotate",   "scan",      "search",
                                   "sort",       "swap",    "transform" };
    for (size_t k = 0; uses_std && k < sizeof names / sizeof *names; k++)
        if (is(i, names[k]))
            return true;
    return false;
}

/* A launch whose name begins at token i; returns the token after what was written. */
static size_t put_launch(size_t i)
{
    size_t open = tokens[i].launch, end = config_end(open), args = end + 3;
    size_t name = open - 1;
    while (is(name, ")"))
        name--;
    struct kernel *k = find_kernel(name);
    bool generic = is(name, ">") || (k && (k->generic || shares_name_with_std(name)));
    put(gap_start(i), tokens[i].start);
    if (tokens[i].device) {
        put_error(
            "a launch inside a kernel (dynamic parallelism) is not available on the CPU device");
        return args;
    }
    printf("::cpu_device::launch%s(\"", generic ? "_generic" : "");
    put_flat(i, open);
    fputs("\", ", stdout);
    put_place(i);
    if (!generic) {
        fputs(", ", stdout);
        put_flat(i, open);
    }
    bool pointer = !generic && !k; /* read now: the host may change it before the kernel runs */
    fputs(", [=", stdout);
    if (pointer) {
        fputs(", cpu_device_k = ", stdout);
        put_flat(i, open);
    }
    fputs("](auto... cpu_device_a)", stdout);
    if (generic && has_null(args)) { /* lets launch_generic ask what fits */
        fputs(" -> decltype(", stdout);
        put_flat(i, open);
        fputs("(cpu_device_a...))", stdout);
    }
    fputs(" { ", stdout);
    if (pointer)
        fputs("cpu_device_k", stdout);
    else
        put_flat(i, open);
    fputs("(cpu_device_a...)", stdout);
    fputs("; }, ::cpu_device::config(", stdout);
    put_gaps(i, open);
    put_range(open + 3, end);
    put(gap_start(end), tokens[end].start);
    fputs("))", stdout);
    if (!generic || !tokens[args].match)
        return args;
    put_arguments(args);
    return tokens[args].match;
}

/* extern __shared__ T name[]...; from token `from` to the semicolon `to`. */
static void put_dynamic_shared(size_t from, size_t to)
{
    size_t bracket = from;
    while (bracket < to && !is(bracket, "["))
        bracket = is(bracket, "__attribute__") || is(bracket, "alignas")
                      ? tokens[bracket + 1].match + 1
                      : bracket + 1;
    size_t name = bracket - 1, rest = tokens[bracket].match + 1;
    if (bracket >= to || statement_has(from, to, ",")) {
        put_error("extern __shared__ takes one array without a size, as in: extern __shared__ "
                  "float s[];");
        return;
    }
    bool local = tokens[from].function;
    fputs(local ? "" : "static ::cpu_device::dynamic_shared_array<", stdout);
    for (int cast = 0; cast <= local; cast++) {
        fputs(cast ? " = (" : "", stdout);
        for (size_t i = from; i < name; i++) {
            if (is(i, "__attribute__") || is(i, "alignas"))
                i = tokens[i + 1].match;
            else if (!is(i, "extern") && !is(i, "__shared__") && !is(i, "static") &&
                     !is(i, "__device__")) {
                put_flat(i, i + 1);
                putchar(' ');
            }
        }
        fputs(local && rest < to ? "(*" : local ? "*" : "", stdout);
        if (local && !cast) {
            fputs("__attribute__((unused)) ", stdout);
            put_flat(name, name + 1);
        }
        fputs(local && rest < to ? ")" : "", stdout);
        put_flat(rest, to);
    }
    if (local) {
        fputs(")::cpu_device::dynamic_shared()", stdout);
    } else {
        fputs("> ", stdout);
        put_flat(name, name + 1);
    }
    put_gaps(from, to);
    putchar(';');
}

/* The sizes of the block's static __shared__ variables declared by tokens from .. to-1 and by the
 * earlier ones of the same function: at most 48 KB in all, as a GPU's compiler insists. */
static void put_shared_limit(size_t from, size_t to)
{
    static size_t names[256];
    static size_t used;
    while (used > 0) { /* forget those whose block has ended */
        size_t scope = names[used - 1];
        bool visible = true;
        for (size_t k = scope; k < from && visible; k = k + 1) {
            if (is(k, "{") && tokens[k].match)
                k = tokens[k].match;
            else if (is(k, "}"))
                visible = false;
        }
        if (visible)
            break;
        used--;
    }
    for (size_t i = from; i < to; i++) {
        if (is(i, "__attribute__") || is(i, "alignas"))
            i = tokens[i + 1].match;
        else if ((is(i, "(") || is(i, "{") || is(i, "[")) && tokens[i].match)
            i = tokens[i].match;
        else if (tokens[i].kind == NAME && !is_type_word(i) &&
                 (is(i + 1, "[") || is(i + 1, ",") || i + 1 == to) && used < 256)
            names[used++] = i;
    }
    if (!used)
        return;
    fputs(" static_assert(0", stdout);
    for (size_t i = 0; i < used; i++) {
        fputs(" + sizeof(", stdout);
        put_flat(names[i], names[i] + 1);
        putchar(')');
    }
    fputs(" <= 48 * 1024, \"too much shared memory: a block has 48 KB\");", stdout);
}

/* For the bug finder: each variable of a __shared__ statement becomes a member with some bytes
 * behind it that nobody may touch, and is made known with its name: where it stands in a function;
 * or, as it has no such place outside, at each launch. */
static void put_checked_shared(size_t from, size_t to)
{
    size_t first = first_declared(from);
    bool local = tokens[from].function;
    while (is(first - 1, "*")) /* belongs to the first declarator, not to the type of all */
        first--;
    for (size_t begin = first; begin < to; begin = declarator_end(begin) + 1) {
        size_t name = declared_name(begin);
        fputs("static thread_local struct { ", stdout);
        for (size_t i = from; i < first; i++)
            if (!is(i, "__shared__") && !is(i, "static") && !is(i, "__device__")) {
                put_flat(i, i + 1);
                putchar(' ');
            }
        put_flat(begin, declarator_end(begin));
        printf("; char cpu_device_guard[256]; } cpu_device_shared_%zu "
               "__attribute__((aligned(16))); %sauto &",
               name, local ? "" : "static thread_local ");
        put_flat(name, name + 1);
        printf(" __attribute__((unused)) = cpu_device_shared_%zu.", name);
        put_flat(name, name + 1);
        fputs("; ", stdout);
        if (!local)
            printf("static const int cpu_device_known_%zu __attribute__((unused)) = "
                   "::cpu_device::check::at_launch([] { ",
                   name);
        fputs("::cpu_device::check::shared_variable(", stdout);
        put_flat(name, name + 1);
        fputs(", \"", stdout);
        put_flat(name, name + 1);
        fputs(local ? "\");" : "\"); });", stdout);
    }
    put_gaps(from, to);
}

/* Behind the ; of the declaration that begins at token i. */
static void put_device_variables(size_t i)
{
    size_t first = i;
    while (!is(first - 1, ";") && !is(first - 1, "}") && !is(first - 1, "{") && first > 1)
        first--;
    const char *kind = statement_has(first, statement_end(i), "__managed__")    ? "managed"
                       : statement_has(first, statement_end(i), "__constant__") ? "constant"
                                                                                : "device";
    for (size_t name = first_declared(i); name;) {
        printf(" static const int cpu_device_variable_%zu __attribute__((unused)) = "
               "::cpu_device::check::variable(",
               name);
        put_flat(name, name + 1);
        fputs(", \"", stdout);
        put_flat(name, name + 1);
        printf("\", ::cpu_device::check::%s_variable);", kind);
        if (is(declarator_end(name), ";"))
            break;
        name = declared_name(declarator_end(name) + 1);
    }
}

/* A statement with __shared__, from its first token; returns the token after it. */
static size_t put_shared(size_t from)
{
    size_t to = statement_end(from);
    if (statement_has(from, to, "extern")) {
        put(gap_start(from), tokens[from].start);
        put_dynamic_shared(from, to);
        return to + 1;
    }
    if (statement_has(from, to, "=")) {
        put(gap_start(from), tokens[from].start);
        put_error("a __shared__ variable cannot have an initialiser");
    }
    if (check && first_declared(from) &&
        (tokens[from].function ||
         (!in_class(from) && !is(from, "template") && !statement_has(from, to, "{")))) {
        put(gap_start(from), tokens[from].start);
        put_checked_shared(from, to);
        if (tokens[from].function)
            put_shared_limit(from, to);
        return to + 1;
    }
    bool is_static = statement_has(from, to, "static");
    for (size_t i = from; i <= to; i++) {
        put(gap_start(i), tokens[i].start);
        if (is(i, "__device__"))
            continue;
        if (is(i, "__shared__"))
            printf("%sthread_local __attribute__((aligned(16)))", is_static ? "" : "static ");
        else
            put(tokens[i].start, tokens[i].end);
    }
    if (tokens[from].function)
        put_shared_limit(from, to);
    return to + 1;
}

static bool shared_statement(size_t i)
{
    if (tokens[i].kind != NAME || (i > 0 && !is(i - 1, ";") && !is(i - 1, "{") && !is(i - 1, "}")))
        return false;
    for (size_t k = i; k < count && tokens[k].kind != END; k++) {
        if (is(k, "__shared__"))
            return true;
        if ((is(k, "(") || is(k, "[")) && tokens[k].match)
            k = tokens[k].match;
        else if (tokens[k].kind != NAME && !is(k, "<") && !is(k, ">") && !is(k, "*") && !is(k, ":"))
            return false;
    }
    return false;
}

/* Is the call at token i of a kernel's name a plain one? */
static bool plain_call(size_t i)
{
    if (tokens[i].foreign || !is(i + 1, "(") || i == 0)
        return false;
    struct kernel *k = find_kernel(i);
    return k && !k->shared_name &&
           (is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}") || is(i - 1, "else"));
}

/* After `cudaLaunchKernel (`: skips a cast of the kernel to a pointer to void. */
static size_t skip_cast(size_t i)
{
    if (is(i, "(") && tokens[i].match && is(tokens[i].match - 1, "*") &&
        is(tokens[i].match - 2, "void"))
        return tokens[i].match + 1;
    return i;
}

static void put_range(size_t from, size_t to)
{
    for (size_t i = from; i < to;) {
        if (tokens[i].launch) {
            i = put_launch(i);
            continue;
        }
        if (shared_statement(i)) {
            i = put_shared(i);
            continue;
        }
        put(gap_start(i), tokens[i].start);
        bool asm_word = is(i, "asm") || is(i, "__asm__") || is(i, "__asm");
        if (is(i, "__global__") || is(i, "__device__") || (check && is_device_word(i))) {
            if (tokens[i].not_void)
                put_error("a kernel (__global__ function) returns void");
            fputs(tokens[i].inlined ? "__attribute__((always_inline))" : "", stdout);
        } else if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
            fputs("__attribute__((noinline))", stdout);
        } else if (asm_word && tokens[i].device) {
            put_error("PTX in asm is not available on the CPU device");
            put_gaps(i, statement_end(i));
            i = statement_end(i);
        } else if (plain_call(i)) {
            put_error("a kernel is launched, not called: name<<<grid, block>>>(arguments)");
            put(tokens[i].start, tokens[i].end);
        } else {
            put(tokens[i].start, tokens[i].end);
        }
        if (check && tokens[i].kernel && is(i, "return") && is(i + 1, ";")) {
            fputs(" ::cpu_device::check::on_left(", stdout);
            put_place(i);
            putchar(')');
        }
        if (tokens[i].variable)
            put_device_variables(tokens[i].variable);
        struct kernel *k = tokens[i].ends ? &kernels[tokens[i].ends - 1] : NULL;
        if (k && launches_by_address && !k->generic)
            printf(" static const int cpu_device_kernel_%zu __attribute__((unused)) = "
                   "::cpu_device::register_kernel(%s);",
                   i, k->name);
        if (is(i, "cudaLaunchKernel") && is(i + 1, "(")) {
            putchar('(');
            i = skip_cast(i + 2) - 1;
        }
        i++;
    }
}

int main(int argc, char **argv)
{
    check = argc > 1 && !strcmp(argv[1], "--check");
    read_all(stdin);
    tokenize();
    find_all();
    put_range(0, count);
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
