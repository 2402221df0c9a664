/* CPU device: what a compiler says of the rewritten program, in terms of the student's program.
 *
 *   g++ ... rewritten.ii 2>messages || rewrite --explain launches HEADERS <messages >&2
 *
 * File names and quoted source lines are a student's text: of any length, with any character. */
#include <ctype.h>
#include <fnmatch.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "../words/compilers.h"
#include "../words/sheets.h"
#include "explain.h"
#include "words.h"

/* A part of a line. */
struct span {
    const char *start;
    size_t length;
};

/* `lab.cu:12:5: error: words`, taken apart. */
struct error {
    char *text;
    size_t file, place; /* the lengths of `lab.cu` and of `lab.cu:12:5` */
    long line, column;  /* 0: it names none */
    const char *words;
};

enum { MAX_NAME = 63 }; /* CUDA's names are shorter */
static const char unavailable[] = " is not available on the CPU device";
static const char asserted[] = "static assertion failed: ";

struct list {
    char **items;
    size_t count;
};

static FILE *out;
static struct list launches; /* the lines that --launches wrote */
static struct list all;      /* the compiler's lines, */
static size_t line_number;   /* and the one that is read */
static struct list known;    /* names of CUDA's that the CPU device's headers declare */
static struct error last;
static bool skipping; /* the source lines below a message that is not printed */
static bool guessed;  /* the last error says which name may be meant, in our words */

static bool starts(const char *s, const char *with) { return !strncmp(s, with, strlen(with)); }

static void append(struct list *list, struct span s)
{
    list->items = realloc(list->items, (list->count + 1) * sizeof *list->items);
    char *item = strndup(s.start, s.length);
    if (!list->items || !item) {
        fputs("rewrite: out of memory\n", stderr);
        exit(2);
    }
    list->items[list->count++] = item;
}

static void clear(struct list *list)
{
    while (list->count)
        free(list->items[--list->count]);
    free(list->items);
    list->items = NULL;
}

/* Does s fit one of these patterns of fnmatch(), which have blanks between them? */
static bool is_one(struct span s, const char *patterns)
{
    char *name = strndup(s.start, s.length), *all = strdup(patterns), *rest = all, *pattern;
    bool found = false;
    while (!found && (pattern = strsep(&rest, " ")))
        found = !fnmatch(pattern, name, 0);
    free(all);
    free(name);
    return found;
}

static void put(struct span s) { fwrite(s.start, 1, s.length, out); }

/* ---- names that CUDA has --------------------------------------------------------------------- */

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

static struct span word_at(const char *s)
{
    struct span word = { s, 0 };
    while (is_word(s[word.length]))
        word.length++;
    return word;
}

/* __syncthreads, cudaMalloc: what a student may mean, not what only the headers themselves use. */
static bool is_public(struct span name)
{
    return name.length <= MAX_NAME && is_one(name, "__[a-z]*[a-z0-9] cuda[A-Z]*[a-z0-9]") &&
           !is_one(name, "__builtin* __tsan* __atomic*");
}

static bool is_known(struct span name)
{
    for (size_t i = 0; i < known.count; i++)
        if (strlen(known.items[i]) == name.length && starts(name.start, known.items[i]))
            return true;
    return false;
}

/* half_arithmetic.h joins its names around half: __##half##2float is __half2float. */
static void join_halves(char *line)
{
    for (char *at = line; (at = strstr(at, "##"));)
        if (starts(at, "##half") || (at >= line + 4 && starts(at - 4, "half##")))
            memmove(at, at + 2, strlen(at + 2) + 1);
        else
            at += 2;
}

static void learn_names(char **headers)
{
    char *line = NULL;
    size_t room = 0;
    for (known.count = 0; *headers; headers++) {
        FILE *f = fopen(*headers, "r");
        while (f && getline(&line, &room, f) >= 0) {
            join_halves(line);
            for (char *s = line; *s;) {
                struct span word = word_at(s);
                if (is_public(word) && !is_known(word))
                    append(&known, word);
                s += word.length ? word.length : 1;
            }
        }
        if (f)
            fclose(f);
    }
    free(line);
}

static size_t least(size_t a, size_t b) { return a < b ? a : b; }

/* How many letters must be changed, added or left out: Levenshtein's distance of a and b. */
static size_t distance(struct span a, struct span b)
{
    size_t row[MAX_NAME + 1]; /* the distance of the first i letters of a and the first j of b */
    for (size_t j = 0; j <= b.length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a.length; i++) {
        size_t diagonal = row[0]++;
        for (size_t j = 1; j <= b.length; j++) {
            size_t changed = diagonal + (a.start[i - 1] != b.start[j - 1]);
            diagonal = row[j];
            row[j] = least(changed, least(row[j], row[j - 1]) + 1);
        }
    }
    return row[b.length];
}

static bool same_digits(struct span a, struct span b)
{
    size_t i = 0, j = 0;
    for (;; i++, j++) {
        while (i < a.length && !isdigit((unsigned char)a.start[i]))
            i++;
        while (j < b.length && !isdigit((unsigned char)b.start[j]))
            j++;
        if (i == a.length || j == b.length)
            return i == a.length && j == b.length;
        if (a.start[i] != b.start[j])
            return false;
    }
}

/* Is b a in another order, as cudaFreeHost is cudaHostFree; or with the _t of a type behind it? */
static bool is_reordered(struct span a, struct span b)
{
    int count[256] = { 0 };
    if (b.length == a.length + 2 && !memcmp(a.start, b.start, a.length))
        return starts(b.start + a.length, "_t");
    for (size_t i = 0; i < a.length && a.length == b.length; i++) {
        count[(unsigned char)a.start[i]]++;
        count[(unsigned char)b.start[i]]--;
    }
    for (int c = 0; c < 256; c++)
        if (count[c])
            return false;
    return a.length == b.length;
}

/* The qualifier that a name with underscores means: __share__, _global_. */
static const char *qualifier(struct span name)
{
    static const char *const all[] = { "__global__", "__shared__",  "__device__", "__constant__",
                                       "__host__",   "__managed__", NULL };
    if (!is_one(name, "_*") || name.length > MAX_NAME)
        return NULL;
    while (name.length && *name.start == '_')
        name = (struct span){ name.start + 1, name.length - 1 };
    while (name.length && name.start[name.length - 1] == '_')
        name.length--;
    for (int i = 0; all[i]; i++)
        if (distance(name, (struct span){ all[i] + 2, strlen(all[i]) - 4 }) < 2)
            return all[i];
    return NULL;
}

/* The function of CUDA's that a name without its underscores means: syncthreads, half2float. */
static const char *with_underscores(struct span name)
{
    if (is_one(name, "asm extension inline restrict thread typeof volatile")) /* g++'s */
        return NULL;
    for (size_t i = 0; i < known.count; i++)
        if (starts(known.items[i], "__") && strlen(known.items[i]) == name.length + 2 &&
            !memcmp(known.items[i] + 2, name.start, name.length))
            return known.items[i];
    return NULL;
}

/* The known name that differs from `name` in one letter, or in two if it is long; or NULL. With
 * other digits, a rounding (_rn, _rz) or a vector's prefix it is another function, which CUDA may
 * have. */
static const char *nearest(struct span name)
{
    const char *best = qualifier(name);
    size_t limit = name.length < 10 ? 2 : 3;
    if (!best)
        best = with_underscores(name);
    if (best)
        return best;
    if (name.length >= MAX_NAME + limit || is_one(name, "__v* *_r[nzud]"))
        return NULL;
    for (size_t i = 0; i < known.count; i++) {
        struct span other = { known.items[i], strlen(known.items[i]) };
        if (name.length > 12 && other.length > name.length && other.length < name.length + 5 &&
            starts(other.start, "cudaMemcpy") && !memcmp(other.start, name.start, name.length))
            return known.items[i]; /* its end is missing: cudaMemcpyHostToDev */
        if (is_one(name, "cuda*") && is_reordered(name, other))
            return known.items[i];
        if (other.length >= name.length + limit || name.length >= other.length + limit ||
            !same_digits(name, other) || distance(name, other) >= limit)
            continue;
        best = known.items[i];
        limit = distance(name, other);
    }
    return best;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* s ends with `:12` at s[*end]: the number, and *end is where the colon is; or 0. */
static long number_before(const char *s, size_t *end)
{
    size_t i = *end;
    while (i > 0 && isdigit((unsigned char)s[i - 1]))
        i--;
    if (i == *end || i == 0 || s[i - 1] != ':')
        return 0;
    *end = i - 1;
    return strtol(s + i, NULL, 10);
}

/* Takes a line apart; false if it is no error. */
static bool read_error(char *line, struct error *e)
{
    const char *words = strstr(line, ": error: "), *fatal = strstr(line, ": fatal error: ");
    if (!words || (fatal && fatal < words))
        words = fatal;
    if (!words || isspace((unsigned char)*line))
        return false;
    *e = (struct error){ .text = line, .words = strstr(words, "error: ") + strlen("error: ") };
    e->file = e->place = (size_t)(words - line);
    e->line = number_before(line, &e->file);
    e->column = number_before(line, &e->file);
    if (e->column) { /* the last of two */
        long first = e->column;
        e->column = e->line;
        e->line = first;
    }
    return e->line || !memchr(line, ' ', e->place); /* else a source line that quotes an error */
}

/* A header that is missing: `cub/cub.cuh: No such file ...`, `'cub/cub.cuh' file not found`. */
static bool finds_header(const char *words, struct span *name)
{
    static const char headers[] =
        "thrust/* cub/* cuda/* nvtx3/* cooperative_groups/* cooperative_groups.h helper_cuda*.h "
        "helper_functions.h helper_gl.h helper_image.h helper_math.h helper_string.h "
        "helper_timer.h "
        "cuda_awbarrier*.h cuda_e*.h cuda_fp*.h cuda_gl_interop.h cuda_occupancy.h "
        "cuda_pipeline*.h "
        "cuda_surface_types.h cuda_texture_types.h cuda_v*.h curand*.h cublas*.h cufft*.h "
        "cusparse.h cusolver*.h cudnn.h "
        "nccl.h nvrtc.h mma.h nvToolsExt.h texture_*.h surface_*.h";
    words += *words == '\'';
    *name = (struct span){ words, strcspn(words, " ':") };
    words += name->length;
    words += *words == '\'';
    return (*words == ':' || starts(words, " file not found")) && is_one(*name, headers);
}

/* The quoted name that ends at `quote`, without `struct` and template arguments. */
static struct span quoted_before(const char *words, const char *quote)
{
    const char *open = quote;
    while (open > words && open[-1] != '\'')
        open--;
    if (starts(open, "struct "))
        open += strlen("struct ");
    return word_at(open);
}

/* The header without which there is no such name; or NULL. */
static const char *needed_header(struct span name)
{
    if (is_one(name, "half half2 __half __half2"))
        return "cuda_fp16";
    if (is_one(name, "nv_bfloat16 nv_bfloat162 __nv_bfloat16 __nv_bfloat162"))
        return "cuda_bf16";
    return is_one(name, "cooperative_groups") ? "cooperative_groups" : NULL;
}

/* A name that is not declared: `'cudaGraph_t' was not declared in this scope` of g++, `use of
 * undeclared identifier 'cudaGraph_t'` of clang. Only one that CUDA or a library of NVIDIA's could
 * have. */
static bool finds_name(const char *words, struct span *name)
{
    static const char *const after[] = { "' was not declared",
                                         "' has not been declared",
                                         "' does not name",
                                         "' is not a member",
                                         "' is not a class",
                                         "' is not a namespace-name",
                                         NULL };
    static const char *const before[] = { "use of undeclared identifier '", "unknown type name '",
                                          "no template named '", "no member named '", NULL };
    static const char of_cuda[] =
        "cuda cuda[A-Z]* cu[A-Z]* CU[a-z]* CU_* CUDA_SUCCESS CUDA_ERROR_* CUDA_*_DESC* "
        "CUDA_*_PARAMS CUDA_[RC]_* cublas* CUBLAS_* cufft* curand* CURAND_* cusparse* cusolver* "
        "cudnn* cub thrust "
        "nvcuda wmma cooperative_groups texture textureReference tex[123]D* texCubemap* surface "
        "surfaceReference surf[123]D* surfCubemap* __* _[a-z]*_";
    *name = (struct span){ words, 0 };
    for (int i = 0; after[i] && !name->length; i++)
        if (strstr(words, after[i]))
            *name = quoted_before(words, strstr(words, after[i]));
    for (int i = 0; before[i] && !name->length; i++)
        if (starts(words, before[i]))
            *name = word_at(words + strlen(before[i]));
    return (is_one(*name, of_cuda) || (is_one(*name, "_[a-z]*") && nearest(*name)) ||
            (name->length && with_underscores(*name))) &&
           !is_one(*name, "__shared__ __global__ __device__") &&
           (!is_known(*name) || needed_header(*name)); /* declared, but not here */
}

/* What helps with the header or name that is not there. */
static const char *advice(struct span name)
{
    static const char *const advices[][2] = {
        { "thrust/*", "install libthrust-dev (apt-get install libthrust-dev)" },
        { "helper_*", "it is part of NVIDIA's CUDA samples (their folder Common); copy it beside "
                      "your program" },
        { "cuda/*", "libcu++ is part of NVIDIA's toolkit; use the header of C++ without cuda/std/, "
                    "or a GPU" },
        { "cublas* CUBLAS_*",
          "of cuBLAS there are, in <cublas_v2.h>, gemm, gemmStridedBatched, gemv, "
          "axpy, dot, nrm2 and scal, in float and double" },
        { "curand* CURAND_*", "of cuRAND there are, in <curand.h> and <curand_kernel.h>, the "
                              "generators XORWOW and Philox4_32_10" },
        { "cub/* cufft* cusparse* cusolver* cudnn* nccl* nvrtc*",
          "it is a library of NVIDIA's toolkit and needs a GPU" },
        { "nvtx3* nvToolsExt*", "it marks ranges for NVIDIA's profilers; leave it out here" },
    };
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (is_one(name, advices[i][0]))
            return advices[i][1];
    return NULL;
}

/* `before` is the line up to the name. */
static void put_unavailable(struct span before, struct span name)
{
    const char *header = needed_header(name);
    guessed = true;
    put(before);
    if (header) {
        char *text = strndup(name.start, name.length);
        fprintf(out, _("%s is undefined without #include <%s.h>\n"), text, header);
        free(text);
        return;
    }
    const char *meant = nearest(name), *help = advice(name);
    if (meant) {
        fprintf(out, _("there is no %.*s: did you mean %s?\n"), (int)name.length, name.start,
                meant);
        return;
    }
    put(name);
    fprintf(out, "%s%s%s\n", _(unavailable), help ? ": " : "", help ? _(help) : "");
}

/* What a static_assert of ours says: there is Spanish for all of it, or for what follows a name. */
static void put_asserted(const char *words)
{
    if (readers_words(words) == words) {
        size_t name = strcspn(words, " ");
        put((struct span){ words, name });
        words += name;
    }
    fputs(_(words), out);
}

/* ---- in the reader's language ---------------------------------------------------------------- */

/* How much of s a %s of compilers.h stands for: 'x', 'x' {aka 'y'}, a number, the name of a file.
 */
static size_t part(const char *s)
{
    const char *end = *s == '\'' ? strchr(s + 1, '\'') : NULL;
    size_t word = strcspn(s, " :,;'");
    if (!end)
        return isdigit((unsigned char)*s) || memchr(s, '.', word) ? word : 0;
    if (starts(end, "' {aka '") && strchr(end, '}'))
        end = strchr(end, '}');
    return (size_t)(end + 1 - s);
}

/* Do the words, `length` long, fit the phrase? Sets what each %s stands for. */
static bool fits(const char *words, size_t length, const char *phrase, struct span parts[4])
{
    const char *end = words + length;
    for (int n = 0; *phrase && words < end;) {
        bool is_part = starts(phrase, "%s");
        size_t taken = is_part ? part(words) : *phrase == *words;
        if (!taken || (is_part && n == 4))
            return false;
        if (is_part)
            parts[n++] = (struct span){ words, taken };
        words += taken;
        phrase += is_part ? 2 : 1;
    }
    return !*phrase && words == end;
}

static void put_phrase(const char *phrase, const struct span *parts)
{
    for (; *phrase; phrase++)
        if (!starts(phrase, "%s")) {
            fputc(*phrase, out);
        } else {
            put(*parts++);
            phrase++;
        }
}

/* Where the words of a line begin, behind `lab.cu:12:5: error: `. */
static const char *words_of(const char *line)
{
    static const char *const marks[] = { ": fatal error: ", ": error: ", ": warning: ", ": note: ",
                                         ": In ",           ": At ",     NULL };
    for (int i = 0; marks[i]; i++)
        if (strstr(line, marks[i])) {
            line = strstr(line, marks[i]) + (strlen(marks[i]) < 7 ? 2 : strlen(marks[i]));
            break;
        }
    return line + strspn(line, " ");
}

/* A line of the compiler's; quotations of the source begin with a blank. */
static void put_in_words(const char *line)
{
    static const char permissive[] = " [-fpermissive]";
    const char *words = words_of(line), *option = strstr(words, " [-");
    size_t length = option ? (size_t)(option - words) : strcspn(words, "\n");
    struct span parts[4];
    bool spanish = *line != ' ' && !strcmp(sheets_language(), "es");
    for (int i = 0; spanish && of_compilers[i][0]; i++)
        if (fits(words, length, of_compilers[i][0], parts)) {
            put((struct span){ line, (size_t)(words - line) });
            put_phrase(of_compilers[i][1], parts);
            line = words + length;
            break;
        }
    if (option && starts(option, permissive)) { /* nobody is to ask for that */
        put((struct span){ line, (size_t)(option - line) });
        line = option + strlen(permissive);
    }
    fputs(line, out);
}

/* Does a line below the error, before the next one, fit the pattern? */
static bool has_note(const char *pattern)
{
    struct error next;
    for (size_t i = line_number + 1; i < all.count && !read_error(all.items[i], &next); i++)
        if (!fnmatch(pattern, all.items[i], 0))
            return true;
    return false;
}

/* Is it a guess at what is ours; or, for what is launched, at a function of the C library? */
static bool is_vain_guess(const char *words)
{
    return starts(words, "; did you mean 'cpu_device::") ||
           (starts(words, "; did you mean '") && has_note("*cpu_device_a*") &&
            has_note("/usr/*: note: '* declared here"));
}

/* A line of the compiler's in the student's names: __shfl_sync(x, 1) is here a call of
 * cpu_device_shfl_sync("lab.cu:12", x, 1). */
static void put_own_names(const char *line)
{
    static const char call[] = "cpu_device_";
    bool ours = strstr(line, call); /* its first argument is the place */
    while (*line && !is_vain_guess(line)) {
        if (starts(line, asserted)) {
            put_asserted(line + strlen(asserted));
            break;
        }
        if (starts(line, call)) {
            fputs("__", out);
            line += strlen(call);
        } else if (ours && (starts(line, "(const char [") || starts(line, "(const char*,"))) {
            fputc('(', out);
            line += strcspn(line, ",)");
            line += strspn(line, ", ");
        } else {
            fputc(*line++, out);
        }
    }
    fputc('\n', out);
}

static void put_plain(const char *line)
{
    char *plain = NULL;
    size_t size;
    FILE *to = out;
    out = open_memstream(&plain, &size);
    put_own_names(line);
    fclose(out);
    out = to;
    put_in_words(plain);
    free(plain);
}

/* Is it said of an array without a size, which in CUDA is one in shared memory? */
static bool is_another_type(const char *words)
{
    return (starts(words, "conflicting declaration '") && strstr(words, "[]")) ||
           (starts(words, "redeclaration of '") && strstr(words, "[]"));
}

/* A __shared__ array whose size is no constant, in any of the builds? */
static bool is_sized_shared(const char *words)
{
    return starts(words, "storage size of '") || starts(words, "variable length array dec") ||
           starts(words, "fields must have a constant size") ||
           (starts(words, "size of array '") && strstr(words, "is not an integral constant"));
}

/* Is it said of a variable of the device whose first value is no constant? */
static bool is_set_later(const char *words)
{
    return strstr(words, "does not have a constant initializer");
}

/* The vector type on which there is no such arithmetic, float4; or none. */
static struct span vector_type(const char *words)
{
    static const char *const element[] = { "float", "double", "int", "uint", "short", "char" };
    if (!starts(words, "no match for 'operator") && !starts(words, "invalid operands to binary"))
        return (struct span){ words, 0 };
    for (const char *at = strchr(words, '('); at && *at; at++) {
        const char *type = at + (starts(at, "'const ") ? strlen("'const ") : 1);
        for (size_t i = 0; *at == '\'' && i < sizeof(element) / sizeof(*element); i++) {
            size_t n = strlen(element[i]);
            if (starts(type, element[i]) && strspn(type + n, "234") == 1 && type[n + 1] == '\'')
                return (struct span){ type, n + 1 };
        }
    }
    return (struct span){ words, 0 };
}

/* Is it said of a barrier without its ()? */
static bool is_barrier(const char *words)
{
    return starts(words, "'__syncthreads' was not declared") ||
           starts(words, "use of undeclared identifier '__syncthreads'");
}

/* Is it said of an address of halves where a __half is to be? */
static bool is_address_for_half(const char *words)
{
    return starts(words, "conversion from 'const __half*' to '__half' is ambiguous") ||
           starts(words, "conversion from '__half*' to '__half' is ambiguous");
}

/* Is it said of a __half where no conversion is the only one? */
static bool is_mixed_half(const char *words)
{
    if (starts(words, "call of overloaded '") && strstr(words, "__half"))
        return true; /* sqrt(x), max(x, y) */
    return (strstr(words, "'__half'") || strstr(words, "'const __half'")) &&
           (starts(words, "operands to '?:' have different types") ||
            starts(words, "ambiguous overload for 'operator") ||
            starts(words, "conditional expression is ambiguous") ||
            (starts(words, "use of overloaded operator") && strstr(words, "is ambiguous")));
}

/* Is it said of a quote, a dash or a blank as text documents have them? */
static bool is_pasted(const char *words)
{
    return starts(words, "extended character ") || starts(words, "unexpected character <") ||
           starts(words, "character <U+") || strstr(words, "\xe2\x80\x8b"); /* has no width */
}

/* a[i] with a float or a double i? */
static bool is_index_of_fraction(const char *words)
{
    const char *index = strstr(words, "*[");
    return (starts(words, "invalid types '") && index &&
            (starts(index, "*[float]") || starts(index, "*[double]"))) ||
           starts(words, "array subscript is not an integer");
}

/* The character of the source that the ^ below the error points at; or 0. */
static char pointed_at(void)
{
    if (line_number + 2 >= all.count)
        return 0;
    const char *source = all.items[line_number + 1];
    size_t column = strcspn(all.items[line_number + 2], "^");
    return column < strlen(source) ? source[column] : 0;
}

/* Is it 2a, without a * between them? */
static bool is_number_with_letters(const char *words)
{
    return starts(words, "unable to find numeric literal operator") ||
           (starts(words, "invalid digit '") && strstr(words, "' in decimal constant")) ||
           (starts(words, "invalid suffix '") && strstr(words, "' on "));
}

/* A template's argument that is no constant, in the words of g++; or of clang++, which quotes the
 * lambda that rewrite put it in? */
static bool is_no_constant(const char *words)
{
    return strstr(words, "' is not usable in a constant expression") ||
           (strstr(words, "' cannot be implicitly captured in a lambda") &&
            has_note("*\\[](auto cpu_device_f)*"));
}

/* Is it a shuffle's call with one argument less than it has? The first is the place. */
static bool lacks_mask(const char *call)
{
    if (!starts(call, "cpu_device_shfl_"))
        return false;
    const char *comma = strchr(call, ',');
    comma = comma ? strchr(comma + 1, ',') : NULL;
    return (comma && !strchr(comma + 1, ',')) ||
           has_note("*requires at least 4 arguments, but 3 were provided");
}

/* Is it a call of this function? clang++ quotes the name alone, g++ the call. */
static bool is_call_of(const char *name, const char *quoted_call)
{
    const char *behind = quoted_call + strlen(name);
    return starts(quoted_call, name) && (*behind == '(' || *behind == '\'');
}

/* What a call of CUDA's takes, of which no argument fits, or the first; NULL: another call. */
static const char *what_it_takes(const char *words)
{
    static const char atomics[] = "atomicAdd atomicSub atomicMin atomicMax atomicInc atomicDec "
                                  "atomicAnd atomicOr atomicXor atomicExch atomicCAS";
    if (starts(words, "cannot convert 'cudaEvent_t' {aka 'CUevent_st*'} to 'float*'"))
        return _("an event stands where the address of a float must: "
                 "cudaEventElapsedTime(&ms, start, stop)\n");
    if (starts(words, "cannot convert 'cudaStream_t' {aka 'CUstream_st*'} to 'CUstream_st**'") ||
        starts(words, "cannot convert 'cudaEvent_t' {aka 'CUevent_st*'} to 'CUevent_st**'"))
        return _("what is created is stored at an address: cudaStreamCreate(&stream), "
                 "cudaEventCreate(&event)\n");
    if (starts(words, "cannot convert 'CUstream_st**' to 'cudaStream_t'") ||
        starts(words, "cannot convert 'CUstream_st* const*' to 'cudaStream_t'"))
        return _("one stream is passed, not its address or an array of them: stream, streams[0]\n");
    if (!starts(words, "no matching function for call to '"))
        return NULL;
    words = strchr(words, '\'') + 1;
    if (is_call_of("cudaEventElapsedTime", words))
        return _("cudaEventElapsedTime takes the address of a float and two events: "
                 "cudaEventElapsedTime(&ms, start, stop)\n");
    if (is_call_of("cudaMalloc", words))
        return _("cudaMalloc takes the address of a pointer and a number of bytes: "
                 "cudaMalloc(&x, bytes)\n");
    if (is_call_of("cudaMallocHost", words))
        return _("cudaMallocHost takes the address of a pointer and a number of bytes: "
                 "cudaMallocHost(&x, bytes)\n");
    if (is_call_of("cudaHostAlloc", words))
        return _("cudaHostAlloc takes the address of a pointer, a number of bytes and flags: "
                 "cudaHostAlloc(&x, bytes, cudaHostAllocDefault)\n");
    if (is_one(word_at(words), atomics))
        return _("an atomic takes the address of what it changes, then the value: "
                 "atomicAdd(&x[i], 1)\n");
    if (lacks_mask(words))
        return _("a shuffle takes a mask of lanes, then the value: __shfl_down_sync(0xffffffff, x, "
                 "1)\n");
    return NULL;
}

/* What a line does that looks right; NULL: the compiler's words say it. */
static const char *what_it_does(const char *words)
{
    if (starts(words, "common/") || starts(words, "'common/")) /* is not found */
        return _("this is part of a lab, which is built whole: make lab01, make check01\n");
    if (starts(words, "macro \"__syncthreads\" passed") ||
        starts(words, "too many arguments provided to function-like macro"))
        return _("__syncthreads() takes no arguments\n");
    if (starts(words, "expected ';' at end of member declaration"))
        return _("expected ';' at the end of this declaration\n"); /* a struct is ours or theirs */
    if (starts(words, "version control conflict marker in file"))
        return _("git has left a conflict here: keep one of the two versions, and delete the lines "
                 "with <<<<<<<, ======= and >>>>>>>\n");
    if (is_pasted(words))
        return _("C has no such character, pasted text has: type \" ' - * <= or a blank in its "
                 "place\n");
    if (starts(words, "return-statement with a value, in function returning 'void'") ||
        (starts(words, "void function '") && strstr(words, "should not return a value")))
        return _("a void function returns no value; a kernel writes its results into an array\n");
    if (starts(words, "redefinition of 'int main(") || starts(words, "redefinition of 'main'"))
        return _("there is another main already: leave this one out\n");
    if (starts(words, "suggest braces around empty body in an 'if'") ||
        starts(words, "if statement has empty body"))
        return _("the ; here ends the if: what follows is done in any case\n");
    if (starts(words, "division 'sizeof (") || starts(words, "'sizeof ("))
        return _("sizeof of a pointer is 8, however long the array is: the length must be passed, "
                 "too\n");
    if (starts(words, "parameter '") && strstr(words, "' set but not used"))
        return _("a parameter is a copy: what is stored in it is lost; a result needs a pointer\n");
    return what_it_takes(words);
}

/* How to fix it, where the compiler's words do not say so; NULL: they do. */
static const char *in_other_words(const char *words)
{
    if (starts(words, "assignment of read-only location '*") ||
        starts(words, "read-only variable is not assignable"))
        return _("what is const is read and not written: is another array meant?\n");
    if (starts(words, "no matching function for call to 'launch(const char") ||
        starts(words, "no matching function for call to 'launch'"))
        return _("what is launched is no kernel: a kernel is a __global__ function\n");
    if (strstr(words, "'cpu_device::config::config(") ||
        strstr(words, " of '::cpu_device::config'") ||
        starts(words, "invalid conversion from 'cudaStream_t' {aka 'CUstream_st*'} to 'size_t'"))
        return _("a launch takes blocks, threads, bytes of shared memory and a stream, in this "
                 "order: kernel<<<grid, block, bytes, stream>>>(...)\n");
    if (is_index_of_fraction(words))
        return _("an index is a whole number: int i, and not float or double\n");
    if ((starts(words, "invalid types '") && strstr(words, "for array subscript")) ||
        starts(words, "subscripted value is not an array, pointer, or vector"))
        return _("a pointer has one index, as a[row * width + column], and no number has any\n");
    if (starts(words, "suggest parentheses around assignment used as truth value") ||
        starts(words, "using the result of an assignment as a condition"))
        return _("= gives a value, which is true unless it is 0: is == meant?\n");
    if (starts(words, "a function-definition is not allowed here before ") ||
        starts(words, "function definition is not allowed here"))
        return _("a function begins here, and the one before it has not ended: a } is missing "
                 "there\n");
    if (is_barrier(words))
        return _("a barrier is called, as any function is: __syncthreads();\n");
    if (is_number_with_letters(words))
        return _("a number with letters right behind it: is there a * to be between them?\n");
    if (starts(words, "expected unqualified-id before '{'") ||
        (!strcmp(words, "expected unqualified-id") && pointed_at() == '{'))
        return _("a { that belongs to nothing: does a ; stand before it, behind the ) of a "
                 "function?\n");
    if (is_address_for_half(words))
        return _("the address of a __half stands where its value must: x[i], and not x + i\n");
    if (is_mixed_half(words))
        return _("a __half does not mix with other numbers: __half2float(x) makes a float of it, "
                 "__float2half(x) a __half of a float\n");
    if (is_sized_shared(words))
        return _("an array has a size that is a constant; a __shared__ one whose size the launch "
                 "decides is extern __shared__, without a size\n");
    if (is_set_later(words))
        return _("a __device__, __constant__ or static variable has a value that is known when it "
                 "is built, none that a function, a constructor or another variable gives; set it "
                 "in a kernel, or with cudaMemcpyToSymbol\n");
    if (is_no_constant(words))
        return _("a variable stands where a constant must, known when the program is built\n");
    if (is_another_type(words))
        return _("an extern __shared__ array of this name has another type elsewhere, also where "
                 "one template has two types: give each type a name of its own\n");
    return what_it_does(words);
}

static void put_error(const struct error *e)
{
    size_t n = strlen(e->text), tail = strlen(unavailable);
    struct span name, vector = vector_type(e->words);
    const char *other = in_other_words(e->words);
    if (vector.length || other)
        put((struct span){ e->text, (size_t)(e->words - e->text) });
    if (vector.length) {
        fprintf(out, _("a whole %.*s has no arithmetic in CUDA: take its .x, .y, ... one by one\n"),
                (int)vector.length, vector.start);
        return;
    }
    if (other) {
        fputs(other, out);
        return;
    }
    if (starts(e->words, asserted)) {
        put_plain(e->text);
    } else if (strlen(e->words) > tail && !strcmp(e->text + n - tail, unavailable)) {
        size_t start = n -= tail; /* it says so itself: the word before */
        while (e->text[start - 1] != ' ')
            start--;
        put_unavailable((struct span){ e->text, start },
                        (struct span){ e->text + start, n - start });
    } else if (finds_header(e->words, &name) || finds_name(e->words, &name)) {
        put((struct span){ e->text, e->place });
        put_unavailable((struct span){ ": error: ", strlen(": error: ") }, name);
    } else {
        put_plain(e->text);
    }
}

/* ---- launches -------------------------------------------------------------------------------- */

static void read_launches(FILE *f)
{
    char *line = NULL;
    size_t room = 0;
    for (launches.count = 0; f && getline(&line, &room, f) >= 0;)
        append(&launches, (struct span){ line, strcspn(line, "\n") });
    free(line);
}

enum { LAUNCH_FILE, LAUNCH_LINE, LAUNCH_COLUMN, LAUNCH_KERNEL, LAUNCH_PARAMETERS };

/* Tabs separate the fields; one that is not there is empty. */
static struct span field(const char *launch, long n)
{
    for (; n > 0 && *launch; n--) {
        launch += strcspn(launch, "\t");
        launch += *launch == '\t';
    }
    return (struct span){ launch, strcspn(launch, "\t") };
}

/* Does the launch begin before the error, in the same file? */
static bool is_before(const char *launch, const struct error *e)
{
    struct span file = field(launch, LAUNCH_FILE);
    long line = strtol(field(launch, LAUNCH_LINE).start, NULL, 10);
    long column = strtol(field(launch, LAUNCH_COLUMN).start, NULL, 10);
    return file.length == e->file && !memcmp(file.start, e->text, e->file) &&
           (line < e->line || (line == e->line && column <= e->column));
}

/* Is it the compiler's note on which parameter of launch.h's templates an argument does not fit?
 * Sets its number, from 1; or 0 where the compiler does not say it, as clang. */
static bool is_parameter_note(const char *line, long *number)
{
    static const char gxx[] = "initializing argument ", clang[] = "passing argument to parameter";
    const char *words = strstr(line, "note: ");
    if (!words || !strstr(line, "cpu_device/include/launch.h"))
        return false;
    words += strlen("note: ");
    words += strspn(words, " ");
    *number = starts(words, gxx) ? strtol(words + strlen(gxx), NULL, 10) : 0;
    return (*number > 0 && strstr(words, "launcher")) ||
           (starts(words, clang) && strstr(words, "here"));
}

/* The note in the student's terms: about the launch that holds the last error; false if it is in
 * none. */
static bool put_parameter_note(long number)
{
    const char *launch = NULL;
    for (size_t i = 0; i < launches.count && last.text; i++)
        if (is_before(launches.items[i], &last))
            launch = launches.items[i];
    if (!launch)
        return false;
    for (int n = LAUNCH_FILE; n < LAUNCH_KERNEL; n++) {
        put(field(launch, n));
        fputc(':', out);
    }
    fputs(_(" note: in the launch of kernel "), out);
    put(field(launch, LAUNCH_KERNEL));
    struct span parameter = field(launch, LAUNCH_PARAMETERS + number - 1);
    if (number > 0 && parameter.length) {
        fprintf(out, _(", its parameter %ld: "), number);
        put(parameter);
    }
    fputc('\n', out);
    return true;
}

/* ---- one message for one mistake --------------------------------------------------------------
 */

static struct list said;    /* file and words of the errors that were printed */
static struct list quoted;  /* the lines of the source below them */
static struct list before;  /* what says where the next message is: In function ... */
static bool silent;         /* the last error was not printed, */
static bool lost;           /* so what its line declares is missing */
static struct error syntax; /* the last error from which the parser had to recover */
static char *caller;        /* the student's line that calls the template of ours */

static bool holds_word(const char *line, struct span word)
{
    while (*line) {
        struct span next = word_at(line);
        if (next.length == word.length && !memcmp(line, word.start, word.length))
            return true;
        line += next.length ? next.length : 1;
    }
    return false;
}

/* Is it the name of what an earlier line with an error would have declared? */
static bool lacks_declaration(const struct error *e)
{
    const char *quote = strstr(e->words, "' was not declared in this scope");
    struct span name = quote ? quoted_before(e->words, quote) : (struct span){ e->words, 0 };
    if (!name.length && starts(e->words, "use of undeclared identifier '"))
        name = word_at(strchr(e->words, '\'') + 1);
    for (size_t i = 0; name.length && i < quoted.count; i++)
        if (holds_word(quoted.items[i], name))
            return true;
    return false;
}

static bool is_recovery(const char *words)
{
    return starts(words, "expected ") || starts(words, "template argument ") ||
           strstr(words, " was not declared") || strstr(words, "does not name a type") ||
           starts(words, "use of undeclared ") || starts(words, "unknown type name ") ||
           starts(words, "no member named ") || starts(words, "missing terminating ") ||
           strstr(words, "' is not a member of '") || starts(words, "storage size of ");
}

static bool was_said(const struct error *e)
{
    const char *more = strstr(e->words, "; did you mean "); /* clang++ guesses once */
    size_t n = more ? (size_t)(more - e->words) : strlen(e->words);
    for (size_t i = 0; i < said.count; i++) {
        const char *words = said.items[i] + e->file;
        if (!strncmp(said.items[i], e->text, e->file) && !strncmp(words, e->words, n) &&
            (!words[n] || starts(words + n, "; did you mean ")))
            return true;
    }
    return false;
}

static void note_said(const struct error *e)
{
    char *key = NULL;
    int n = asprintf(&key, "%.*s%s", (int)e->file, e->text, e->words);
    if (n >= 0)
        append(&said, (struct span){ key, (size_t)n });
    free(key);
}

static bool comes_before_its_cause(const struct error *e)
{
    return starts(e->words, "variable or field '");
}

/* Is the line that it names one of a header of ours? */
static bool is_in_ours(const struct error *e)
{
    const char *header = strstr(e->text, "cpu_device/include/");
    return header && header < e->text + e->place;
}

/* A template's argument that is no constant stands twice in what rewrite wrote, once in a lambda:
 * does an error say of it that it is not captured, or that no kernel fits, and another one what is
 * wrong? */
static bool is_argument_in_lambda(const struct error *e)
{
    if (!strstr(e->words, "' is not captured") &&
        !starts(e->words, "no matching function for call"))
        return false;
    for (size_t i = line_number + 1; i < all.count; i++)
        if (!strncmp(all.items[i], e->text, e->file) &&
            (strstr(all.items[i], "' is not a constant expression") ||
             strstr(all.items[i], "' is not usable in a constant expression")) &&
            strtol(all.items[i] + e->file + 1, NULL, 10) == e->line)
            return true;
    return false;
}

/* Does the error only follow from another one? */
static bool follows(const struct error *e)
{
    if (was_said(e))
        return true;
    if (last.text && e->line == last.line && /* the compiler's reason */
        (is_set_later(last.words) || strstr(last.words, "' cannot be implicitly captured")))
        return true;
    if (last.text && e->line == last.line && is_address_for_half(last.words) &&
        starts(e->words, "invalid conversion from "))
        return true; /* what else it could become */
    if (last.text && starts(last.words, asserted) && is_in_ours(e))
        return true; /* what was asserted */
    if (last.text && (strstr(e->words, "call to object of type 'const (lambda") || /* rewrite's */
                      starts(e->words, "no viable conversion from '(lambda")))
        return true;
    if (is_argument_in_lambda(e) || comes_before_its_cause(e) || lacks_declaration(e) ||
        (said.count && (strstr(e->words, "at end of input") || !strcmp(e->words, "expected '}'"))))
        return true;
    long lines = e->line - syntax.line;
    return syntax.text && e->file == syntax.file && !memcmp(e->text, syntax.text, e->file) &&
           lines >= -2 && lines <= 2 &&
           (starts(e->words, "expected ") || starts(e->words, "template argument "));
}

static void remember(struct error *to, const struct error *e)
{
    free(to->text);
    *to = *e;
    to->text = strdup(e->text);
    to->words = to->text + (e->words - e->text);
}

/* clang++ says behind an error which call of the student's it is in. */
static void find_caller(void)
{
    struct error next;
    for (size_t i = line_number + 1; i < all.count && !read_error(all.items[i], &next); i++) {
        const char *note = strstr(all.items[i], ": note: in instantiation of ");
        if (!note || strstr(all.items[i], "cpu_device/include/"))
            continue;
        free(caller);
        caller = strndup(all.items[i], (size_t)(note - all.items[i]));
        return;
    }
}

/* An error in a header of ours, with the place of the student's call. */
static void put_in_place(struct error *e)
{
    bool ours = is_in_ours(e);
    if (ours)
        find_caller();
    if (ours && caller) {
        fprintf(out, "%s: error: ", caller);
        put_plain(e->words);
        skipping = true; /* the line in the header */
    } else {
        put_error(e);
    }
}

static void explain_error(struct error *e)
{
    skipping = silent = follows(e);
    guessed = false;
    lost = silent && !comes_before_its_cause(e);
    if (is_in_ours(e))
        clear(&before); /* the way to a header of ours */
    for (size_t i = 0; i < before.count && !skipping; i++)
        put_plain(before.items[i]);
    clear(&before);
    if (skipping)
        return;
    put_in_place(e);
    note_said(e);
    if (is_recovery(e->words))
        remember(&syntax, e);
    remember(&last, e);
}

/* ---- all lines ------------------------------------------------------------------------------- */

/* A note at a line of a header of ours: what it says of a function of CUDA's. */
static void put_note_of_ours(const char *words)
{
    words += strlen("note: ");
    words += strspn(words, " ");
    skipping = true;
    if (!last.text || silent || strstr(words, "cpu_device::") || strstr(words, "&&)'") ||
        (strstr(last.words, "'cpu_device_") && strstr(words, " requires ")) || /* one is ours */
        (!starts(words, "candidate: ") && !starts(words, "candidate function") &&
         !starts(words, "initializing argument ")))
        return;
    put((struct span){ last.text, last.place });
    fputs(": note: ", out);
    put_plain(words);
}

/* Does the line say where the next message is? Remembers it, but for what is about us. */
static bool is_context(const char *line)
{
    const char *required = strstr(line, "  required "),
               *end = strstr(line, ":   required from here");
    size_t n = strlen(line);
    if (end) {
        free(caller);
        caller = strndup(line, (size_t)(end - line));
    }
    if (!required && !starts(line, "In file included from ") &&
        !starts(line + strspn(line, " "), "from ") && !(n && line[n - 1] == ':'))
        return false;
    if (!strstr(line, "cpu_device") && !strstr(line, "<lambda(auto") && !end &&
        !(silent && strstr(line, ": note: ")) && !strstr(line, "/precompiled.h:") &&
        !strstr(line, "from <command-line>") && !strstr(line, "from <built-in>"))
        append(&before, (struct span){ line, n });
    return true;
}

/* How much of a warning tells it from others: the compiler has one for each index of a loop that
 * ends too late, and the line says it all. */
static size_t length_that_counts(const char *line)
{
    const char *index = strstr(line, ": warning: array subscript ");
    while (index && index > line && *--index != ':') /* before the column */
        ;
    return index ? (size_t)(index - line) : strlen(line);
}

/* `    inlined from 'int main()' at my.cu:3:85,`: where in the student's program a warning of a
 * header of ours comes from. */
static void note_inlined(const char *line)
{
    const char *at = strstr(line, "' at ");
    if (!at || strstr(at, "cpu_device/include/"))
        return;
    at += strlen("' at ");
    free(caller);
    caller = strndup(at, strcspn(at, ",") - (line[strlen(line) - 1] == ':'));
}

/* A stream without a value, which a header of ours uses: said of the student's line. */
static void warn_in_place(const char *line)
{
    const char *words = strstr(line, ": warning: '");
    if (words && caller && strstr(words, "used uninitialized")) {
        fputs(caller, out);
        put_plain(words);
    }
    free(caller);
    caller = NULL;
}

/* A line where there is no error: each warning once, without the ways from our headers to it. */
static void explain_warning(const char *line)
{
    bool warns = *line != ' ' && strstr(line, ": warning: ");
    if (starts(line, "    inlined from "))
        note_inlined(line);
    if (starts(line, "In ") || starts(line, "    inlined from ") || is_context(line)) {
        skipping = true;
        return;
    }
    if (warns || (*line != ' ' && strstr(line, ": note: "))) {
        struct span key = { line, length_that_counts(line) };
        bool ours = strstr(line, "cpu_device/include/"), again = ours;
        for (size_t i = 0; i < said.count; i++)
            again |= strlen(said.items[i]) == key.length && starts(line, said.items[i]);
        append(&said, key);
        if (ours && warns)
            warn_in_place(line);
        for (size_t i = 0; i < before.count && warns && !again; i++)
            put_plain(before.items[i]);
        if (warns)
            clear(&before);
        skipping = again;
    }
    const char *words = words_of(line), *other = warns ? in_other_words(words) : NULL;
    if (other && !skipping)
        fprintf(out, "%.*s%s", (int)(words - line), line, other);
    else if (!skipping && !strstr(line, " generated."))
        put_plain(line);
}

/* Is it the compiler's guess, a name alone below the ^, where we have said ours? */
static bool is_other_guess(const char *line)
{
    line += strspn(line, " ");
    if (!guessed || *line != '|')
        return false;
    struct span name = word_at(line + 1 + strspn(line + 1, " "));
    return name.length && !name.start[name.length];
}

/* Is it a ^ behind the end of the line that was quoted last? It points at what the rewriter has
 * put there. */
static bool points_past(const char *line)
{
    const char *from = strchr(line, '|'), *caret = from ? strchr(from, '^') : NULL;
    return caret && quoted.count && strspn(from + 1, " ~") == (size_t)(caret - from - 1) &&
           (size_t)(caret - line) > strlen(quoted.items[quoted.count - 1]);
}

static void explain_line(char *line)
{
    struct error e;
    long number;
    const char *note = strstr(line, ": note: "), *ours = strstr(line, "cpu_device/");
    if (read_error(line, &e)) {
        explain_error(&e);
    } else if (is_parameter_note(line, &number) && (silent || put_parameter_note(number))) {
        skipping = true;
    } else if (note && (starts(note, ": note: the comparison reduces to") ||
                        starts(note, ": note: expression evaluates to"))) {
        skipping = true;
    } else if (note && last.text &&
               (is_mixed_half(last.words) || is_address_for_half(last.words))) {
        skipping = true; /* all the numbers that it could become */
        clear(&before);
    } else if (note && ours && ours < note) {
        put_note_of_ours(note + strlen(": "));
    } else if (strstr(line, ": warning: ") && *line != ' ') { /* once there is no error any more */
        skipping = true;
        clear(&before);
    } else if (strstr(line, "cpu_device::") || strstr(line, "cpu_device_a") ||
               strstr(line, "\" \":\" \"") || strstr(line, "__attribute__((")) {
        skipping = true; /* clang quotes what rewrite wrote */
    } else if (starts(line + strspn(line, " 0123456789|"), "static_assert(false , \"")) {
        skipping = true;
        append(&quoted, (struct span){ line, strlen(line) }); /* it says what is not declared */
    } else if (!is_context(line) && (!skipping || lost) && !points_past(line) &&
               !is_other_guess(line) && !strstr(line, " generated.")) {
        if (!skipping)
            put_plain(line);
        if (*line == ' ')
            append(&quoted, (struct span){ line, strlen(line) });
    }
}

/* A line; what clang++ 14 to 19 says of a static_assert becomes what g++ says. */
static void append_as_gxx(struct list *list, const char *line)
{
    static const char *const forms[][2] = {
        { ": error: static_assert failed due to requirement '", "' \"" },
        { ": error: static_assert failed ", "\"" },
        { ": error: static assertion failed due to requirement '", "': " },
    };
    const char *at = NULL, *said = NULL;
    for (size_t i = 0; i < sizeof forms / sizeof *forms && !said; i++) {
        at = strstr(line, forms[i][0]);
        said = at ? strstr(at + strlen(forms[i][0]), forms[i][1]) : NULL;
        said = said ? said + strlen(forms[i][1]) : NULL;
    }
    char *same = NULL;
    size_t quote = said && said[strlen(said) - 1] == '"';
    int n = said ? asprintf(&same, "%.*s: error: %s%.*s", (int)(at - line), line, asserted,
                            (int)(strlen(said) - quote), said)
                 : -1;
    append(list, n < 0 ? (struct span){ line, strlen(line) } : (struct span){ same, (size_t)n });
    free(same);
}

void explain(FILE *messages, FILE *to, FILE *launched, char **headers)
{
    char *line = NULL;
    size_t room = 0;
    struct error e;
    bool fails = false;
    out = to;
    skipping = false;
    last.text = NULL;
    read_launches(launched);
    learn_names(headers);
    while (getline(&line, &room, messages) >= 0) {
        line[strcspn(line, "\n")] = 0;
        append_as_gxx(&all, line);
        fails |= read_error(line, &e);
    }
    for (line_number = 0; line_number < all.count; line_number++)
        if (fails)
            explain_line(all.items[line_number]);
        else
            explain_warning(all.items[line_number]);
    clear(&all);
    free(line);
    free(last.text);
    free(syntax.text);
    free(caller);
    last.text = syntax.text = caller = NULL;
    clear(&launches);
    clear(&known);
    clear(&said);
    clear(&quoted);
    clear(&before);
}
