#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "flags.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"

#define MOST_FLAGS 10
#define MOST_BYTES (16ul << 20) /* of findings that are read */

static bool is_known(const struct flags *f, const char *words)
{
    for (size_t i = 0; i < json_array_size(f->words); i++)
        if (!strcmp(json_string_value(json_array_get(f->words, i)), words))
            return true;
    return false;
}

static void insert_flag(struct flags *f, const char *words, size_t at)
{
    char *clean = text_clean(words, strcspn(words, "\n"), 200);

    if (!is_known(f, clean) && at < MOST_FLAGS) {
        if (json_array_size(f->words) == MOST_FLAGS)
            json_array_remove(f->words, MOST_FLAGS - 1);
        json_array_insert_new(f->words, at, json_string(clean));
    }
    free(clean);
}

static void add_flag(struct flags *f, const char *words)
{
    insert_flag(f, words, json_array_size(f->words));
}

void add_first_flag(struct flags *f, const char *words)
{
    insert_flag(f, words, 0);
}

/* ---- where it stands ------------------------------------------------------------------------- */

/* The first line that has the word, of lines as "41:text"; 0: no line has it. */
static int line_with(const char *own, const char *word)
{
    int found = 0;

    for (const char *line = own; line && *line && !found; line += *line == '\n') {
        char *text = text_of("%.*s", (int)strcspn(line, "\n"), line);
        if (text_has_word(strchr(text, ':') ? strchr(text, ':') : text, word))
            found = atoi(text);
        free(text);
        line += strcspn(line, "\n");
    }
    return found;
}

/* The same for a name of an object: __printf_chk stands in the file as printf, std::basic_ofstream
 * as ofstream. */
static int line_with_name(const char *own, char *name)
{
    size_t length = strlen(name);
    int line = line_with(own, name);

    if (!line && !strncmp(name, "basic_", 6))
        line = line_with(own, name + 6);
    if (!line && length > 6 && !strncmp(name, "__", 2) && !strcmp(name + length - 4, "_chk")) {
        name[length - 4] = 0;
        line = line_with(own, name + 2);
    }
    if (!line && !strncmp(name, "GOMP_", 5)) /* of #pragma omp */
        line = line_with(own, "omp");
    if (!line && (!strcmp(name, "puts") || !strcmp(name, "putchar")))
        line = line_with(own, "printf");
    return line;
}

/* The line of the file that the words are about; 0: not found. */
static int line_about(const char *own, const char *words)
{
    static const char ignored[] = " calls defines asks for vtable VTT typeinfo std char operator "
                                  "char_traits construction ";
    char *text = text_of("%.*s", (int)strcspn(words, ";<"), words), *rest = text, *name;
    int line = strstr(words, "(a constructor)") ? line_with(own, "constructor") : 0;

    while (!line && (name = strtok_r(rest, " :~,()&*", &rest))) {
        char *word = text_of(" %s ", name);
        if (strlen(name) > 2 && !strstr(ignored, word))
            line = line_with_name(own, name);
        free(word);
    }
    free(text);
    return line;
}

/* Adds what a right result does not excuse. What is known to stand in a line comes first. */
static void add_suspicious_flag(struct flags *f, const struct lab_files *lab, const char *own,
                                const char *words)
{
    int line = line_about(own, words);
    char *shown = line ? text_of("%s:%d: %s", lab->source, line, words)
                       : text_of("%s: %s", lab->source, words);

    f->suspicious = true;
    if (!is_known(f, shown)) {
        json_array_insert_new(f->rules, line ? f->rules_in_lines : json_array_size(f->rules),
                              json_string(shown));
        f->rules_in_lines += line > 0;
    }
    add_first_flag(f, shown);
    free(shown);
}

/* ---- the object ----------------------------------------------------------------------------- */

/* Calls that can write to any descriptor, so also to the reply's; and C++ that opens files or
 * starts threads. */
static const char not_harmless[] =
    "calls write;|std::basic_filebuf|std::basic_ifstream|std::basic_ofstream|"
    "std::basic_fstream|std::filesystem::|std::thread::";

/* Calls that are refused in a lab, but can do no harm here, where only the bytes of the reply count
 * and there is only one device to set. */
static const char harmless_calls[] =
    "exit;|abort;|std::|__cxa_|__dso_handle|typeinfo|vtable|VTT|"
    "__dynamic_cast|__errno_location|__libc_single_threaded|thrust::|"
    "str|rand|srand|qsort|getenv|snprintf|sprintf|cudaSetDevice;";

/* Does the call begin with one of the words, which are divided by |, or, if `anywhere`, contain
 * one? */
static bool is_among(const char *call, const char *words, bool anywhere)
{
    for (; *words; words += *words == '|') {
        size_t length = strcspn(words, "|");
        if (anywhere ? memmem(call, strlen(call), words, length) != NULL
                     : !strncmp(call, words, length))
            return true;
        words += length;
    }
    return false;
}

static bool is_harmless(const char *flag)
{
    if (is_among(flag, not_harmless, true))
        return false;
    if (strstr(flag, "what it prints") || strstr(flag, "the stopwatch") ||
        !strncmp(flag, "makes a static object", 21))
        return true;
    if (!strncmp(flag, "calls ", 6) && is_among(flag + 6, harmless_calls, false))
        return true;
    char name[64]; /* of a function of C, which does harm only if the system has one of this name */
    int whole = 0;

    sscanf(flag, "defines %63s as a function of C%n", name, &whole);
    return whole && !dlsym(NULL, name) && strcmp(name, "run_instead");
}

void read_object_flags(struct flags *f, const struct lab_files *lab, const char *own,
                       const char *path)
{
    size_t count;
    char *findings = file_read_foreign(AT_FDCWD, path, MOST_BYTES, &count);

    if (!findings && errno == EFBIG)
        add_suspicious_flag(f, lab, own, "its object has more findings than the grader reads");
    for (char *line = findings, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        const char *words = strchr(line, ' '); /* after the name of the source */
        if (words && is_harmless(words + 1))
            add_flag(f, words + 1);
        else if (words)
            add_suspicious_flag(f, lab, own, words + 1);
    }
    free(findings);
}

#define MOST_NAMES 3

void read_dropped(struct flags *f, const char *path)
{
    size_t bytes;
    char *findings = file_read_foreign(AT_FDCWD, path, MOST_BYTES, &bytes);
    char *words = text_of("has code that nothing calls, so the linker drops it; it calls");
    int count = 0;

    for (char *line = findings, *end; line && (end = strchr(line, '\n')); line = end + 1) {
        *end = 0;
        const char *call = strstr(line, " calls ");
        if (call && count++ < MOST_NAMES)
            text_add(&words, "%s %.*s", count > 1 ? "," : "", (int)strcspn(call + 7, "<;"),
                     call + 7);
    }
    if (count > MOST_NAMES)
        text_add(&words, " and %d more", count - MOST_NAMES);
    if (count)
        add_flag(f, words);
    free(words);
    free(findings);
}

/* ---- the source ----------------------------------------------------------------------------- */

/* The launcher of an exercise calls the worked kernel that was handed out. */
static void look_for_worked(struct flags *f, const char *source, const struct lab_files *lab,
                            const struct exercise *e)
{
    int stem = strlen(lab->source) - 3; /* of matmul_tiled.cu */
    char *launcher = text_of("void %.*s_%s(", stem, lab->source, e->name);
    char *worked = text_of("%.*s_v1", stem, lab->source);
    char *words = text_of("%s calls what was handed out, %s", e->name, worked);

    for (const char *at = source; (at = strstr(at, launcher));) {
        at += strlen(launcher);
        const char *end = strchr(at, '}'), *call = strstr(at, worked);
        if (call && (!end || call < end))
            add_flag(f, words);
    }
    free(launcher);
    free(worked);
    free(words);
}

/* Joins lines that end with a backslash, as the preprocessor does: a name could be split there. */
static void join_lines(char *text)
{
    char *to = text;

    for (const char *at = text; *at; at++) {
        size_t blanks = *at == '\\' ? strspn(at + 1, " \t\r") : 0;
        if (*at == '\\' && at[1 + blanks] == '\n')
            at += 1 + blanks;
        else
            *to++ = *at;
    }
    *to = 0;
}

/* # 1 "name.h" 1, as the preprocessor itself writes, or #line: what follows would pass for another
 * file's. */
static bool has_line_marker(const char *source)
{
    for (const char *line = source; *line; line += *line == '\n') {
        const char *at = line + strspn(line, " \t\f\v");
        int sign = *at == '#' ? 1 : !strncmp(at, "%:", 2) ? 2 : 0;
        at += sign + strspn(at + sign, " \t\f\v");
        if (sign && ((*at >= '0' && *at <= '9') || !strncmp(at, "line", 4)))
            return true;
        line += strcspn(line, "\n");
    }
    return false;
}

static bool has_one_of(const char *text, const char *const *words)
{
    for (; *words; words++)
        if (text_has_word(text, *words))
            return true;
    return false;
}

/* `own`: the file's lines when macros are expanded; NULL: not known. */
static void look_for_words(struct flags *f, const struct lab_files *lab, const char *source,
                           const char *own)
{
    static const char *const code[] = { "asm", "__asm", "__asm__", NULL };
    static const char *const sections[] = { "section", "__section__", NULL };
    static const char *const unwatched[] = { "no_sanitize",
                                             "__no_sanitize__",
                                             "no_sanitize_thread",
                                             "__no_sanitize_thread__",
                                             "no_sanitize_undefined",
                                             "no_sanitize_coverage",
                                             "__no_sanitize_undefined__",
                                             "__no_sanitize_coverage__",
                                             NULL };
    static const char *const how_built[] = {
        "__builtin_constant_p",    "__builtin_object_size",    "__builtin_dynamic_object_size",
        "__builtin_frame_address", "__builtin_return_address", NULL
    };

    if (has_one_of(own ? own : source, code))
        add_flag(f, "has asm in it: read what it does");
    if (has_one_of(own ? own : source, sections))
        add_flag(f, "puts something into a section of its own: read what it does");
    if (has_one_of(own ? own : source, unwatched))
        add_first_flag(f, "asks not to be looked at (no_sanitize): the bug finder does not see it");
    if (has_one_of(own ? own : source, how_built))
        add_flag(f, "asks the compiler how it is built: it can tell that it is looked at");
    if (text_has_word(source, "_fileno") || strstr(source, "_IO_") ||
        (own && text_has_word(own, "_fileno")))
        add_suspicious_flag(f, lab, own, "names what lies inside a FILE: it reaches the reply");
    if (strcasestr(source, "cpu_device"))
        add_flag(f, "names CPU_DEVICE...: a kernel is the same everywhere");
    if (has_line_marker(source))
        add_first_flag(f, "has line markers of its own: its lines cannot be compared");
}

void read_source_flags(struct flags *f, const struct grading *g, const struct lab_files *lab,
                       const char *as_handed_in, const char *own)
{
    char *source = text_of("%s", as_handed_in);

    join_lines(source);
    text_blank_comments(source);
    look_for_words(f, lab, source, own);
    for (int i = 0; i < g->exercise_count; i++)
        if (!strcmp(g->exercises[i].lab, lab->name))
            look_for_worked(f, source, lab, &g->exercises[i]);
    free(source);
}

void flag_other_lines(struct flags *f, const char *own, const char *other, const char *whose)
{
    size_t at = 0;

    if (!own || !other || !strcmp(own, other))
        return;
    while (own[at] && own[at] == other[at])
        at++;
    while (at && own[at - 1] != '\n')
        at--;
    char *words = text_of("its lines are others %s, from line %d", whose,
                          atoi(own[at] ? own + at : other + at));
    add_first_flag(f, words);
    free(words);
}
