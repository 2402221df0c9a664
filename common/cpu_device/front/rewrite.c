/* CPU device: turns preprocessed CUDA C++ into plain C++.
 *
 *   g++ -E ... lab.cu | rewrite | g++ -x c++-cpp-output ...
 *   ... | rewrite --header FILE      what a compiled header declares: read, and not copied
 *   ... | rewrite --launches FILE    lists the launches in FILE
 *   rewrite --explain FILE HEADERS   what g++ then says; see explain.h
 *
 * It works on the preprocessor's output, where macros are expanded and headers are in their place,
 * so launches in macros and headers are ordinary text. Only these things are changed; all else is
 * copied, and no newline is added or lost, so that messages keep naming the student's line:
 *
 *   kernel<<<grid, block>>>(args)     a call of cpu_device::launch (see launch.h)
 *   __shared__ T x[n];                static thread_local T x[n]; its size is checked
 *   extern __shared__ T x[];          a pointer into the block's dynamic shared memory
 *   __global__ __device__ __host__ ...    attributes or nothing
 *   while (*flag == 0);               the same, and lets other threads run (see spin)
 *   derived_cast(...) {               in Thrust, also waits for the device
 *   cudaFree(d);                      behind a word that notes whether it failed (see unlooked)
 *   cudaLaunchKernel((void *)kernel   without the cast, so that the parameters' types are known
 *
 * What would otherwise compile into something else becomes an error at its line: a launch inside
 * device code, PTX in asm, a kernel called like a function, an initialised __shared__ variable. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "explain.h"
#include "rewrite.h"

char *text;
static size_t length, program; /* the program begins there, behind a header */
struct token *tokens;
size_t count;
struct function *functions;
size_t function_count;
FILE *launches;
char **files;
size_t file_count;
static struct kernel *kernels;
static size_t kernel_count;
static bool check;               /* --check: for the bug finder */
static bool traffic;             /* --traffic: for the traffic counters */
static bool launches_by_address; /* the program names cudaLaunchKernel */

void *grow(void *p, size_t size)
{
    p = realloc(p, size);
    if (!p) {
        fputs("rewrite: out of memory\n", stderr);
        exit(2);
    }
    return p;
}

char *copy(size_t start, size_t end)
{
    char *s = grow(NULL, end - start + 1);
    memcpy(s, text + start, end - start);
    s[end - start] = 0;
    return s;
}

bool is(size_t i, const char *s)
{
    if (i >= count)
        return false;
    const char *token = text + tokens[i].start;
    size_t n = tokens[i].end - tokens[i].start;
    return *token == *s && !strncmp(token, s, n) && !s[n];
}

bool is_one_of(size_t i, const char *const *words)
{
    for (; *words; words++)
        if (is(i, *words))
            return true;
    return false;
}

bool same_name(size_t i, size_t name)
{
    size_t n = tokens[name].end - tokens[name].start;
    return tokens[i].kind == NAME && tokens[i].end - tokens[i].start == n &&
           !memcmp(text + tokens[i].start, text + tokens[name].start, n);
}

/* Tokens i, i+1, i+2 are the three characters c with nothing between (the preprocessor may have put
 * a space before the third). */
bool is_triple(size_t i, const char *c)
{
    return is(i, c) && is(i + 1, c) && is(i + 2, c) && tokens[i + 1].start == tokens[i].end &&
           tokens[i + 2].start <= tokens[i + 1].end + 1;
}

/* ---- reading
 * -------------------------------------------------------------------------------------- */

static void read_all(FILE *f)
{
    size_t room = length + (1 << 20);
    text = grow(text, room);
    for (size_t n; (n = fread(text + length, 1, room - length - 1, f)) > 0;) {
        length += n;
        if (room - length < 2)
            text = grow(text, room *= 2);
    }
    text[length] = 0;
}

/* Of token i in its line, from 1. */
int column(size_t i)
{
    size_t start = tokens[i].start;
    while (start > 0 && text[start - 1] != '\n')
        start--;
    return (int)(tokens[i].start - start) + 1;
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
    static const char *parts[] = { "/cub/",
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
                                   "/cuda_bf16.h" };
    if ((check || traffic) && strstr(header, "/thrust/")) {
        fprintf(stderr, "%s:%d: error: the %s not watch Thrust; make run takes it\n", file, line,
                check ? "bug finder does" : "traffic counters do");
        exit(1);
    }
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
    for (size_t i = file_count; i-- > 0;)
        if (strlen(files[i]) == end - start && !memcmp(files[i], text + start, end - start))
            return files[i];
    files = grow(files, (file_count + 1) * sizeof *files);
    return files[file_count++] = copy(start, end);
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
        bool program = n > 3 && !strcmp(name + n - 3, ".cu");
        if (name != *file && !program)
            refuse_header(name, *file, *line);
        *file = name;
        *line = number - 1;
        *foreign = strstr(close, " 3") || strstr(name, "/cpu_device/");
    }
    free(s);
}

static void tokenize(void)
{
    size_t room = 65536;
    tokens = grow(tokens, room * sizeof *tokens);
    tokens[count++] = (struct token){ .kind = END, .file = "" }; /* 0 is no token of the program */
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
            tokens = grow(tokens, (room *= 2) * sizeof *tokens);
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

/* Returns false if a bracket has no partner of its kind: the compiler will say so. */
static bool match_brackets(void)
{
    bool all = true;
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
            all &= c - text[tokens[open[depth]].start] == (c == ')' ? 1 : 2);
        } else if (c == ')' || c == ']' || c == '}') {
            all = false;
        }
    }
    free(open);
    return all && depth == 0;
}

/* ---- finding
 * -------------------------------------------------------------------------------------- */

/* i is a `>` that closes a template list: the index of its `<`, or 0. */
size_t template_open(size_t i)
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

struct kernel *find_kernel(size_t name)
{
    for (size_t i = 0; i < kernel_count; i++)
        if (is(name, kernels[i].name))
            return &kernels[i];
    return NULL;
}

static bool is_type_word(size_t i)
{
    static const char *const words[] = { "int",    "char", "float",    "double", "long",  "short",
                                         "signed", "bool", "unsigned", "size_t", "const", NULL };
    return is_one_of(i, words);
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
        k->overloaded |= strcmp(k->parameters, parameters) != 0;
        k->generic |= generic || k->overloaded;
        free(parameters);
        return;
    }
    kernels = grow(kernels, (kernel_count + 1) * sizeof *kernels);
    kernels[kernel_count++] = (struct kernel){
        copy(tokens[name].start, tokens[name].end), parameters, false, generic, false, open
    };
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

static void note_function(size_t i, size_t name, size_t open, size_t body)
{
    struct function f = {
        i, name, open, body, tokens[body].match, is(i, "__global__"), false, after_template_head(i)
    };
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
    if (is(name, ">") && template_open(name)) /* and not operator> */
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
    note_function(i, name, open, body);
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
            if (is(k, ")") &&
                (is(tokens[k].match - 1, "__attribute__") || is(tokens[k].match - 1, "alignas")))
                k = tokens[k].match - 2;
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

bool is_statement_word(size_t i)
{
    static const char *const words[] = { "if",   "while", "for",  "switch", "return",
                                         "else", "do",    "case", NULL };
    return is_one_of(i, words);
}

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
    return is(i, ">") && template_open(i) ? template_open(i) - 1 : i;
}

/* `open` is the first < of <<<: the first token of the kernel's name. */
static size_t kernel_start(size_t open)
{
    size_t i = primary_start(open - 1);
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

static bool is_launch_function(size_t i)
{
    return is(i, "cudaLaunchKernel") || is(i, "cudaLaunchCooperativeKernel");
}

static bool in_file(size_t i, const char *end)
{
    size_t n = strlen(tokens[i].file), m = strlen(end);
    return n >= m && !strcmp(tokens[i].file + n - m, end);
}

/* All of Thrust's algorithms call derived_cast. */
static void mark_thrust(size_t i)
{
    size_t body = tokens[i + 1].match + 1;
    if (is(i + 1, "(") && is(body, "{") && in_file(i, "/thrust/detail/execution_policy.h"))
        tokens[body].waits = true;
}

static void find_all(void)
{
    mark_functions();
    for (size_t i = 0; i < count; i++) {
        if (is(i, "__global__") || is(i, "__device__"))
            device_declaration(i);
        if ((check || traffic) && is_device_word(i))
            device_variable(i);
        if (is_launch_function(i) && !tokens[i].foreign)
            launches_by_address = true;
        if (is(i, "derived_cast"))
            mark_thrust(i);
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
    return i && tokens[i - 1].end > program ? tokens[i - 1].end : program;
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

/* What is written next stands where token i stood, so that messages name its column; */
static void put_back(size_t i)
{
    printf("\n# %d \"%s\"\n%*s", tokens[i].line, tokens[i].file, column(i) - 1, "");
}

/* or where the white space behind it stood. */
static void put_back_behind(size_t i)
{
    put_back(i);
    printf("%*s", (int)(tokens[i].end - tokens[i].start), "");
}

/* Of the parameter that begins at token i: the comma behind it, or the ) of them all. */
static size_t parameter_end(size_t i, size_t close)
{
    for (int depth = 0; i < close && (depth || !is(i, ",")); i++) {
        depth += is(i, "<") ? 1 : is(i, ">") ? -1 : 0;
        if (tokens[i].match > i)
            i = tokens[i].match;
    }
    return i;
}

/* The names of a kernel's parameters as a string, "n,p,"; one may have none. */
static void put_parameter_names(const struct kernel *k)
{
    size_t close = k && !k->overloaded && !k->shared_name ? tokens[k->open].match : 0, end;
    putchar('"');
    for (size_t from = close ? k->open + 1 : 1; from < close; from = end + 1) {
        size_t name = from;
        end = parameter_end(from, close);
        while (name + 1 < end && !is(name + 1, "=") && !is(name + 1, "[") && !is(name + 1, "("))
            name++;
        if (name > from && tokens[name].kind == NAME && !is_type_word(name))
            put_flat(name, name + 1);
        putchar(',');
    }
    putchar('"');
}

/* For cucc: where a launch is, its kernel, and the kernel's parameters. */
static void note_launch(size_t i, const struct kernel *k, size_t name)
{
    if (!launches || !k || k->overloaded || k->shared_name)
        return;
    fprintf(launches, "%s\t%d\t%d\t%.*s", tokens[i].file, tokens[i].line, column(i),
            (int)(tokens[name].end - tokens[name].start), text + tokens[name].start);
    size_t close = tokens[k->open].match, end;
    for (size_t from = k->open + 1; from <= close; from = end + 1) {
        end = parameter_end(from, close);
        fputc('\t', launches);
        for (size_t p = from; p < end; p++)
            fprintf(launches, "%s%.*s", p > from && tokens[p].start > tokens[p - 1].end ? " " : "",
                    (int)(tokens[p].end - tokens[p].start), text + tokens[p].start);
    }
    fputc('\n', launches);
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

/* Has one of these kernels, templates say, a parameter that is a reference? */
static bool has_reference(const struct kernel *k)
{
    for (size_t i = k ? k->open : 0; k && i < tokens[k->open].match; i++)
        if (is(i, "&") && !is(i + 1, "&") && !is(i - 1, "&"))
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
    bool generic = is(name, ">") || (k && (k->generic || k->shared_name));
    struct kernel *declared = is(name, ">") ? find_kernel(template_open(name) - 1) : k;
    bool references = generic && has_reference(declared) && !has_null(args);
    put(gap_start(i), tokens[i].start);
    if (tokens[i].device) {
        put_error(
            "a launch inside a kernel (dynamic parallelism) is not available on the CPU device");
        return args;
    }
    printf(" ::cpu_device::launch%s(\"", references ? "_references"
                                         : generic  ? "_generic"
                                                    : ""); /* a colon may be before it */
    put_flat(i, open);
    fputs("\", ", stdout);
    put_parameter_names(declared);
    fputs(", ", stdout);
    put_place(i);
    bool pointer = !generic && !k; /* read now: the host may change it before the kernel runs */
    if (!generic) {
        fputs(", ", stdout);
        put_back(i);
        put_flat(i, open);
    }
    fputs(tokens[i].function ? ", [=" : ", [", stdout);
    if (pointer) {
        fputs(tokens[i].function ? ", cpu_device_k = " : "cpu_device_k = ", stdout);
        put_back(i);
        put_flat(i, open);
    }
    printf("](auto %s... cpu_device_a)", references ? "&&" : "");
    if (generic && has_null(args)) { /* lets launch_generic ask what fits */
        fputs(" -> decltype(", stdout);
        put_flat(i, open);
        fputs("(cpu_device_a...))", stdout);
    }
    fputs(" { ", stdout);
    if (pointer) {
        fputs("cpu_device_k", stdout);
    } else {
        put_back(i);
        put_flat(i, open);
    }
    fputs("(cpu_device_a...)", stdout);
    fputs("; }, ", stdout);
    if (references) { /* never called: what would the kernel take? */
        fputs("[](auto &&...cpu_device_a) -> decltype(", stdout);
        put_flat(i, open);
        fputs("(static_cast<decltype(cpu_device_a)>(cpu_device_a)...)) {}, ", stdout);
    }
    put_back(open);
    fputs("::cpu_device::config(", stdout);
    put_back_behind(open + 2);
    put_range(open + 3, end);
    put(gap_start(end), tokens[end].start);
    fputs(")).start", stdout);
    put_back_behind(args - 1);
    note_launch(i, k, name);
    if (!tokens[args].match)
        return args;
    if (generic)
        put_arguments(args);
    else
        put_range(args, tokens[args].match);
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
    fputs(local ? "" : "extern __thread ", stdout);
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
        fputs(rest < to ? "(*" : "*", stdout);
        if (!cast) {
            fputs("__attribute__((unused)) ", stdout);
            put_flat(name, name + 1);
        }
        fputs(rest < to ? ")" : "", stdout);
        put_flat(rest, to);
    }
    if (local) {
        fputs(")::cpu_device::dynamic_shared()", stdout);
        if (traffic) {
            fputs("; ::cpu_device::check::on_shared(::cpu_device::dynamic_shared(), 0, \"", stdout);
            put_flat(name, name + 1);
            fputs("\", ~0u, 0, 0)", stdout);
        }
    } else {
        fputs(" __asm__(\"cpu_device_dynamic_shared\")", stdout); /* see execution.h */
    }
    put_gaps(from, to);
    putchar(';');
}

/* Makes the __shared__ variable known: where it stands in a function; or, as it has no such place
 * outside, at each launch. */
static void put_known(size_t name)
{
    bool local = tokens[name].function;
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

/* For the traffic counters: the names of the variables of a __shared__ statement. */
static void put_shared_names(size_t from, size_t to)
{
    for (size_t name = first_declared(from); name;) {
        putchar(' ');
        put_known(name);
        name = declarator_end(name) < to ? declared_name(declarator_end(name) + 1) : 0;
    }
}

/* What a launch must know of the kernel whose body token i opens: the first number of its
 * __launch_bounds__. Of a template nothing, because a launch does not know its address. */
static void put_launch_bounds(size_t i)
{
    for (size_t f = 0; f < function_count; f++) {
        const struct kernel *k = functions[f].body == i ? find_kernel(functions[f].name) : NULL;
        for (size_t b = functions[f].first; k && b < i; b++) {
            size_t number = b + 4, end = number; /* behind "(0," */
            if (!is(b, "cpu_device_launch_bounds") || k->generic || k->shared_name)
                continue;
            while (end < tokens[b + 1].match && !is(end, ","))
                end = is(end, "(") ? tokens[end].match + 1 : end + 1;
            printf(" (void)&::cpu_device::launch_bounds<%s, (", k->name);
            put_flat(number, end);
            fputs(")>::known;", stdout);
        }
    }
}

static void put_sizes(const size_t *names, size_t n)
{
    putchar('0');
    for (size_t i = 0; i < n; i++) {
        fputs(" + sizeof(", stdout);
        put_flat(names[i], names[i] + 1);
        putchar(')');
    }
}

static const struct kernel *kernel_around(size_t i)
{
    for (size_t f = 0; tokens[i].kernel && f < function_count; f++)
        if (functions[f].global && functions[f].body < i && i < functions[f].end)
            return find_kernel(functions[f].name);
    return NULL;
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
    fputs(" static_assert(", stdout);
    put_sizes(names, used);
    fputs(" <= 48 * 1024, \"too much shared memory: a block has 48 KB\");", stdout);
    const struct kernel *k = kernel_around(from);
    if (k && !k->generic && !k->shared_name) { /* which a launch knows by its address */
        printf(" (void)&::cpu_device::static_shared<%s, ", k->name);
        put_sizes(names, used);
        fputs(">::known;", stdout);
    } else if (k) {
        fputs(" ::cpu_device::add_static_shared(", stdout);
        put_sizes(names, used);
        fputs(");", stdout);
    }
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
        put_known(name);
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
    if (traffic &&
        (tokens[from].function || (!in_class(from) && !is(from, "template") && !is_static)))
        put_shared_names(from, to);
    return to + 1;
}

/* A statement of device code that begins at token i and declares an array whose size has a name in
 * it: the array's name, or 0. */
static size_t named_array(size_t i)
{
    static const char *const others[] = { "delete",  "new",   "goto",       "using",
                                          "typedef", "throw", "__shared__", "extern",
                                          "struct",  "union", NULL };
    size_t name = i;
    if (!tokens[i].device || (!is(i - 1, ";") && !is(i - 1, "{") && !is(i - 1, "}")))
        return 0;
    for (; !is(name + 1, "["); name++) {
        if ((tokens[name].kind != NAME && !is(name, ":") && !is(name, "*")) ||
            is_statement_word(name) || is_one_of(name, others))
            return 0;
    }
    if (name == i || tokens[name].kind != NAME || is(name - 1, ":"))
        return 0;
    for (size_t k = name + 2; k < tokens[name + 1].match; k++)
        if (tokens[k].kind == NAME)
            return name;
    return 0;
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

/* After `cudaLaunchKernel (`: skips a cast of the kernel to a pointer to void. */
static size_t skip_cast(size_t i)
{
    if (is(i, "(") && tokens[i].match && is(tokens[i].match - 1, "*") &&
        is(tokens[i].match - 2, "void"))
        return tokens[i].match + 1;
    return i;
}

/* Do tokens from .. to read something that the program declares, or casts to, volatile? */
static bool names_volatile(size_t from, size_t to)
{
    static size_t *names, n;
    bool first = !names;
    if (first)
        names = grow(NULL, count * sizeof *names);
    for (size_t i = 0; first && i < count; i++) {
        if (!is(i, "volatile") || tokens[i].foreign)
            continue;
        size_t name = i + 1; /* the declared name stands before one of these */
        while (tokens[name].kind == NAME || is(name, "*") || is(name, "&"))
            name++;
        if (tokens[name - 1].kind == NAME && !is_type_word(name - 1))
            names[n++] = name - 1;
    }
    for (size_t i = from; i < to; i++) {
        if (is(i, "volatile"))
            return true;
        for (size_t k = 0; k < n; k++)
            if (same_name(i, names[k]))
                return true;
    }
    return false;
}

/* Token i calls atomicExch in a statement of its own: nobody looks at the old value. */
static bool is_unread_exchange(size_t i)
{
    static const char *const names[] = { "atomicExch", "atomicExch_block", "atomicExch_system",
                                         NULL };
    if (!tokens[i].device || !is_one_of(i, names) || !is(i + 1, "(") || !tokens[i + 1].match ||
        !is(tokens[i + 1].match + 1, ";"))
        return false;
    size_t open = is(i - 1, ")") ? tokens[i - 1].match : 0; /* if (...), or a cast */
    return is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}") || is(i - 1, "else") ||
           (open && (is(open - 1, "if") || is(open - 1, "for") || is(open - 1, "while") ||
                     is(open + 1, "void")));
}

/* Is token i within () or []? */
static bool in_brackets(size_t i)
{
    while (--i > 0 && !is(i, "{")) {
        if (is(i, "(") || is(i, "["))
            return true;
        if (tokens[i].match && tokens[i].match < i)
            i = tokens[i].match;
    }
    return false;
}

/* Token i calls a function of CUDA's in a statement of the host's whose value nobody uses; several
 * calls may stand there, with commas between. */
static bool is_unlooked_call(size_t i)
{
    size_t close = tokens[i + 1].match, open = tokens[i - 1].match;
    if (tokens[i].kind != NAME || strncmp(text + tokens[i].start, "cuda", 4) ||
        !isupper((unsigned char)text[tokens[i].start + 4]) || !tokens[i].function ||
        tokens[i].device || tokens[i].foreign || !is(i + 1, "(") || !close ||
        (!is(close + 1, ";") && !is(close + 1, ",")) || is(i, "cudaGetLastError") ||
        is(i, "cudaPeekAtLastError"))
        return false;
    if (is(i - 1, ",") && is(i - 2, ")") && tokens[i - 2].match)
        return is_unlooked_call(tokens[i - 2].match - 1);
    if (is(i - 1, ")") && open)
        return is(open - 1, "if") || is(open - 1, "for") || is(open - 1, "while");
    return (is(i - 1, ";") || is(i - 1, "{") || is(i - 1, "}") || is(i - 1, "else") ||
            is(i - 1, "do")) &&
           !in_brackets(i);
}

/* Token i is the bracket of a loop in device code that may wait for another thread: a while without
 * a body, or one that reads something volatile, or for (;;) likewise. */
static bool opens_waiting(size_t i)
{
    size_t close = tokens[i].match;
    if (!tokens[i].device || tokens[i].foreign || !close)
        return false;
    if (is(i, "{"))
        return is(i - 1, ")") && is(i - 2, ";") && is(i - 3, ";") && is(i - 4, "(") &&
               names_volatile(i, close);
    if (!is(i, "(") || !is(i - 1, "while"))
        return false;
    if (is(i - 2, "}") && tokens[i - 2].match && is(tokens[i - 2].match - 1, "do"))
        return names_volatile(tokens[i - 2].match, close);
    if (is(close + 1, ";") || (is(close + 1, "{") && is(close + 2, "}")))
        return true;
    return names_volatile(i, is(close + 1, "{") ? tokens[close + 1].match : close);
}

static void put_range(size_t from, size_t to)
{
    size_t array = 0;
    for (size_t i = from; i < to;) {
        array = array ? array : named_array(i);
        if (tokens[i].launch) {
            i = put_launch(i);
            continue;
        }
        if (shared_statement(i)) {
            i = put_shared(i);
            continue;
        }
        put(gap_start(i), tokens[i].start);
        if (is(i, "operator") && (is(i + 1, "new") || is(i + 1, "delete")) &&
            in_file(i, "/thrust/mr/new.h")) {
            fputs("cpu_device::managed_", stdout);
            put(tokens[i + 1].start, tokens[i + 1].end);
            i += 2;
            continue;
        }
        bool asm_word = is(i, "asm") || is(i, "__asm__") || is(i, "__asm");
        if (is(i, "__global__") || is(i, "__host__") || is_device_word(i)) {
            if (tokens[i].not_void)
                put_error("a kernel (__global__ function) returns void");
            if (tokens[i].inlined) {
                fputs("__attribute__((always_inline))", stdout);
                put_back_behind(i);
            } else {
                printf("%*s", (int)(tokens[i].end - tokens[i].start), ""); /* keeps columns */
            }
        } else if (is(i, "__noinline__") && !is(i - 1, "(") && !is(i - 1, ",")) {
            fputs("__attribute__((noinline))", stdout);
        } else if (asm_word && tokens[i].device) {
            put_error("PTX in asm is not available on the CPU device");
            put_gaps(i, statement_end(i));
            i = statement_end(i);
        } else {
            if (is_unlooked_call(i)) {
                fputs("::cpu_device::unlooked{\"", stdout);
                put(tokens[i].start, tokens[i].end);
                fputs("\", ", stdout);
                put_place(i);
                fputs("},", stdout);
                put_back(i);
            }
            if (check && is_unread_exchange(i))
                fputs("cpu_device_unread_", stdout);
            put(tokens[i].start, tokens[i].end);
            if (tokens[i].waits)
                fputs(" ::cpu_device::let_host_in();", stdout);
        }
        if (check && tokens[i].kernel && is(i, "return") && is(i + 1, ";")) {
            fputs(" ::cpu_device::check::on_left(", stdout);
            put_place(i);
            putchar(')');
        }
        if (is(i, "{") && tokens[i].kernel)
            put_launch_bounds(i);
        if (opens_waiting(i))
            fputs(is(i, "{") ? " ::cpu_device::spin();" : "::cpu_device::spin(), ", stdout);
        if (array && is(i, ";")) {
            fputs(" static_assert(__builtin_constant_p(sizeof(", stdout);
            put_flat(array, array + 1);
            fputs(")), \"an array in a kernel has a size that is known when it is compiled\");",
                  stdout);
            array = 0;
        }
        if (tokens[i].variable)
            put_device_variables(tokens[i].variable);
        struct kernel *k = tokens[i].ends ? &kernels[tokens[i].ends - 1] : NULL;
        if (k && launches_by_address && !k->generic)
            printf(" static const int cpu_device_kernel_%zu __attribute__((unused)) = "
                   "::cpu_device::register_kernel(%s%s%s%s);",
                   i, k->shared_name ? "(void (*)" : "", k->shared_name ? k->parameters : "",
                   k->shared_name ? "))" : "", k->name);
        if (is_launch_function(i) && is(i + 1, "(")) {
            putchar('(');
            i = skip_cast(i + 2) - 1;
        }
        i++;
    }
}

int main(int argc, char **argv)
{
    struct rules rules = { .warnings = true };
    if (argc > 2 && !strcmp(argv[1], "--explain")) {
        explain(stdin, stdout, fopen(argv[2], "r"), argv + 3);
        return 0;
    }
    for (int i = 1; i < argc; i++) {
        check |= !strcmp(argv[i], "--check");
        traffic |= !strcmp(argv[i], "--traffic");
        rules.relaxed |= !strcmp(argv[i], "--expt-relaxed-constexpr");
        rules.warnings &= strcmp(argv[i], "-w") != 0;
        rules.whole |= !strcmp(argv[i], "--whole");
        rules.forced_include |= !strcmp(argv[i], "--include");
        if (!strcmp(argv[i], "--launches") && i + 1 < argc)
            launches = fopen(argv[++i], "w");
        if (!strcmp(argv[i], "--header") && i + 1 < argc) {
            FILE *header = fopen(argv[++i], "r");
            if (!header)
                return perror(argv[i]), 2;
            read_all(header);
            fclose(header);
        }
    }
    program = length;
    read_all(stdin);
    tokenize();
    bool balanced = match_brackets();
    find_all();
    if (balanced && check_rules(&rules))
        return 1;
    size_t first = 1; /* of the program */
    while (tokens[first].start < program)
        first++;
    put_range(first, count);
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
