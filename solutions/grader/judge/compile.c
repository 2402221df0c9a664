/* Makes runners of a student's file, in the sandbox, and says why if it cannot. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "compile.h"
#include "solutions/grader/text.h"

#define COMPILE_SECONDS 60
#define COMPILE_MEMORY  (4ul << 30)
#define COMPILE_FILE    (64ul << 20)
#define COMPILE_LOG     (64ul << 20) /* some 20,000 warnings are honest */
#define MOST_FLAGS      10

/* ---- work folders --------------------------------------------------------------------------- */

static void remove_in(int parent, const char *name)
{
    int folder = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    DIR *listing = folder < 0 ? NULL : fdopendir(folder);

    for (struct dirent *entry; listing && (entry = readdir(listing));)
        if (strcmp(entry->d_name, ".") && strcmp(entry->d_name, "..") &&
            unlinkat(folder, entry->d_name, 0))
            remove_in(folder, entry->d_name);
    if (listing)
        closedir(listing);
    else if (folder >= 0)
        close(folder);
    unlinkat(parent, name, AT_REMOVEDIR);
}

void remove_tree(const char *path)
{
    remove_in(AT_FDCWD, path);
}

void save(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "w");

    if (!file || fwrite(bytes, 1, count, file) < count || fclose(file)) {
        fprintf(stderr, "grade: %s cannot be written: %s\n", path, strerror(errno));
        exit(2);
    }
}

/* ---- one run of the compiler ----------------------------------------------------------------- */

#define MOST_PATHS 20

/* The paths that a compiler of this file may read: of the kit no answers, and no object of one. */
struct paths {
    char *path[MOST_PATHS + 1]; /* NULL ends */
    int count;
};

static void add_path(struct paths *paths, char *path)
{
    if (*path && !access(path, F_OK) && paths->count < MOST_PATHS)
        paths->path[paths->count++] = path;
    else
        free(path);
}

static struct paths readable_paths(const struct grading *g, const struct lab_files *lab,
                                   const char *build)
{
    static const char *const built[] = { "common",
                                         "cpu_device.a",
                                         "rewrite",
                                         "symbols",
                                         "precompiled.h.gch",
                                         "precompiled.ii",
                                         "solutions/grader/judge/runner.o" };
    const char *toolkit = getenv("TOOLKIT"); /* nvcc's */
    struct paths paths = { 0 };

    add_path(&paths, text_of("%s/common", g->kit));
    add_path(&paths, text_of("%s/%s", g->kit, lab->folder));
    add_path(&paths, text_of("%s/%s", build, lab->folder));
    for (size_t i = 0; i < sizeof(built) / sizeof(*built); i++)
        add_path(&paths, text_of("%s/%s", build, built[i]));
    add_path(&paths, text_of("%s", toolkit ? toolkit : ""));
    return paths;
}

/* Runs compile.sh in the sandbox. -1: the grader's own fault. */
static int compile(const struct grading *g, const struct lab_files *lab, const char *build,
                   const char *folder, const char *mode, struct sandbox_result *result)
{
    char *script = text_of("%s/solutions/grader/judge/compile.sh", g->kit);
    char *settings = text_of("%s/grader/%s.sh", build, lab->name);
    char *tmp = text_of("TMPDIR=%s", folder), why[512];
    const char *const argv[] = { "/bin/sh", script, settings, mode, NULL };
    const char *const environment[] = { tmp, "PATH=/usr/local/bin:/usr/bin:/bin", "LC_ALL=C.UTF-8",
                                        NULL };
    struct paths paths = readable_paths(g, lab, build);
    struct sandbox_job job = { .argv = argv,
                               .readable = (const char *const *)paths.path,
                               .folder = folder,
                               .environment = environment,
                               .input = -1,
                               .seconds = COMPILE_SECONDS,
                               .memory = COMPILE_MEMORY,
                               .file_bytes = COMPILE_FILE,
                               .processes = 64,
                               .log_bytes = COMPILE_LOG,
                               .may_fork = 1 };

    add_path(&paths, text_of("%s", script));
    add_path(&paths, text_of("%s", settings));
    int failed = sandbox_run(g->level, &job, result, why);
    if (failed)
        fprintf(stderr, "grade: %s\n", why);
    for (int i = 0; i < paths.count; i++)
        free(paths.path[i]);
    free(script);
    free(settings);
    free(tmp);
    return failed;
}

/* The first line of a compiler's log that says what is wrong, without our paths. */
static char *first_error(const char *log)
{
    const char *at = strstr(log, "error: "), *start = at;

    if (!at && (at = strstr(log, "undefined reference")))
        start = at;
    if (!at && (at = strstr(log, "multiple definition")))
        start = at;
    if (!at)
        return text_without_paths(log, strcspn(log, "\n"), 400);
    while (start > log && start[-1] != '\n')
        start--;
    return text_without_paths(start, strcspn(start, "\n"), 400);
}

/* Adds the launchers among the names that the linker did not find; 1: there are others, too. */
static int missing_launchers(const struct lab_files *lab, const char *log, char **missing)
{
    int others = 0, stem = strlen(lab->source) - 3 + 1; /* matmul_tiled_ */
    static const char words[] = "undefined reference to ";

    *missing = text_of(" ");
    for (const char *at = log; (at = strstr(at, words));) {
        at += sizeof(words) - 1 + 1; /* and a quotation mark */
        char *name = text_of("%.*s", (int)strcspn(at, "('\n"), at);
        int known = !strncmp(name, lab->folder + 6, stem - 1) && name[stem - 1] == '_';
        if (known && !strncmp(name + stem, "ex", 2))
            text_add(missing, "%.4s ", name + stem);
        others |= !known;
        free(name);
    }
    return others;
}

/* Adds it where it is told, at the front or, with room, at the end. */
static void add_flag_at(struct compiled *c, const char *words, int first)
{
    char *clean = text_clean(words, strcspn(words, "\n"), 200);
    int known = 0;

    for (size_t i = 0; i < json_array_size(c->flags); i++)
        known |= !strcmp(json_string_value(json_array_get(c->flags, i)), clean);
    if (!known && first && json_array_size(c->flags) == MOST_FLAGS)
        json_array_remove(c->flags, MOST_FLAGS - 1);
    if (!known && json_array_size(c->flags) < MOST_FLAGS)
        json_array_insert_new(c->flags, first ? 0 : json_array_size(c->flags), json_string(clean));
    free(clean);
}

static void add_flag(struct compiled *c, const char *words)
{
    add_flag_at(c, words, 0);
}

/* What writes to any descriptor, the reply's too; what C++ brings to do more than to compute: files
 * and threads. */
static const char not_harmless[] =
    "calls write;|std::basic_filebuf|std::basic_ifstream|std::basic_ofstream|"
    "std::basic_fstream|std::filesystem::|std::thread::";

/* What careful programs call, too: it changes nothing here, where only bytes count, and there is
 * only one device to set. */
static const char harmless_calls[] =
    "exit;|abort;|std::|__cxa_|__dso_handle|typeinfo|vtable|VTT|"
    "__dynamic_cast|__errno_location|__libc_single_threaded|thrust::|"
    "str|rand|srand|qsort|getenv|snprintf|sprintf|cudaSetDevice;";

/* 1: `words`, divided by |, hold one with which the call begins; or, if anywhere, that is in it. */
static int is_among(const char *call, const char *words, int anywhere)
{
    for (; *words; words += *words == '|') {
        size_t length = strcspn(words, "|");
        if (anywhere ? memmem(call, strlen(call), words, length) != NULL
                     : !strncmp(call, words, length))
            return 1;
        words += length;
    }
    return 0;
}

static int is_harmless(const char *flag)
{
    if (is_among(flag, not_harmless, 1))
        return 0;
    if (strstr(flag, "what it prints") || strstr(flag, "the stopwatch"))
        return 1;
    if (!strncmp(flag, "calls ", 6) && is_among(flag + 6, harmless_calls, 0))
        return 1;
    char name[64]; /* a function of C: it may take the place of the system's, if that has one */
    int whole = 0;
    sscanf(flag, "defines %63s as a function of C%n", name, &whole);
    return whole && !dlsym(NULL, name) && strcmp(name, "run_instead");
}

/* Findings of common/tools/symbols.c, a line each. */
static void read_flags(struct compiled *c, const char *folder)
{
    char *path = text_of("%s/flags.txt", folder), line[300];
    int fd = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    FILE *file = fd < 0 ? NULL : fdopen(fd, "r");

    while (file && fgets(line, sizeof(line), file)) {
        const char *words = strchr(line, ' ');
        if (!words)
            continue;
        int harmless = is_harmless(words + 1);
        add_flag_at(c, words + 1, !harmless);
        c->suspicious |= !harmless;
    }
    if (file)
        fclose(file);
    free(path);
}

/* What the text itself says: hints for the instructor, since a macro hides them. */
static void read_source(struct compiled *c, const struct grading *g, const struct lab_files *lab,
                        const char *as_handed_in)
{
    char *source = text_of("%s", as_handed_in);
    int stem = strlen(lab->source) - 3;

    text_blank_comments(source);
    if (text_has_word(source, "asm") || text_has_word(source, "__asm") ||
        text_has_word(source, "__asm__"))
        add_flag(c, "has asm in it: read what it does");
    if (text_has_word(source, "_fileno") || strstr(source, "_IO_")) {
        add_flag(c, "names what lies inside a FILE: it reaches the reply");
        c->suspicious = 1;
    }
    if (strstr(source, "CPU_DEVICE"))
        add_flag(c, "names CPU_DEVICE...: a kernel is the same everywhere");
    for (int i = 0; i < g->exercise_count; i++) {
        const struct exercise *e = &g->exercises[i];
        char *launcher = text_of("void %.*s_%s(", stem, lab->source, e->name);
        char *worked = text_of("%.*s_v1", stem, lab->source);
        char *words = text_of("%s calls what was handed out, %s", e->name, worked);
        for (const char *at = source; !strcmp(e->lab, lab->name) && (at = strstr(at, launcher));) {
            at += strlen(launcher);
            const char *end = strchr(at, '}'), *call = strstr(at, worked);
            if (call && (!end || call < end))
                add_flag(c, words);
        }
        free(launcher);
        free(worked);
        free(words);
    }
    free(source);
}

/* What an end of the compiler says of the file. NULL: the runner is there. */
static const char *verdict_of_compiler(const struct sandbox_result *r)
{
    return r->end == OUT_OF_TIME                                     ? "COMPILE_TIMEOUT"
           : r->end == OUT_OF_MEMORY || r->end != ENDED || r->status ? "COMPILE_ERROR"
                                                                     : NULL;
}

static char *note_of_compiler(const struct sandbox_result *r)
{
    return r->end == OUT_OF_TIME     ? text_of("it took more than %d s to compile", COMPILE_SECONDS)
           : r->end == OUT_OF_MEMORY ? text_of("the compiler took more than 4 GiB for it")
           : r->end == TOO_MUCH_LOG  ? text_of("the compiler said more than 64 MiB about it")
                                     : first_error(r->log);
}

/* A folder of its own for a runner, the student's file in it. */
static char *folder_with(const char *work, const struct lab_files *lab, const char *which,
                         const struct handed_file *file)
{
    char *folder = text_of("%s/%s%s", work, lab->name, which);
    char *source = text_of("%s/%s", folder, lab->source);

    mkdir(folder, 0700);
    save(source, file->source, file->bytes);
    free(source);
    return folder;
}

/* Makes the runner. */
struct compiled compile_runner(const struct grading *g, const char *work,
                               const struct lab_files *lab, const struct handed_file *file)
{
    struct compiled c = { 0 };
    struct sandbox_result result = { 0 };
    char *folder = folder_with(work, lab, "", file);

    if (compile(g, lab, g->build, folder, "strict", &result))
        c.verdict = "GRADER_ERROR";
    else if ((c.verdict = verdict_of_compiler(&result)))
        c.note = note_of_compiler(&result);
    if (c.verdict && result.end == ENDED && strstr(result.log, "undefined reference to ") &&
        !missing_launchers(lab, result.log, &c.missing)) {
        free(result.log);
        if (!compile(g, lab, g->build, folder, "lenient", &result))
            c.verdict = verdict_of_compiler(&result);
    }
    c.runner = text_of("%s/runner", folder);
    c.flags = json_array();
    read_flags(&c, folder);
    read_source(&c, g, lab, file->source);
    free(result.log);
    free(folder);
    return c;
}

/* The same for the bug finder, if it can be had. */
void compile_finder(const struct grading *g, const char *work, const struct lab_files *lab,
                    const struct handed_file *file, struct compiled *c)
{
    struct sandbox_result result = { 0 };
    char *folder = folder_with(work, lab, "_check", file);

    if (g->check_build &&
        !compile(g, lab, g->check_build, folder, c->missing ? "lenient" : "strict", &result) &&
        !verdict_of_compiler(&result))
        c->finder = text_of("%s/runner", folder);
    if (g->check_build && !c->finder)
        add_flag(c, "does not build for the bug finder, which did not look at it");
    read_flags(c, folder);
    c->finder_folder = text_of("%s/runs", folder);
    mkdir(c->finder_folder, 0700);
    free(result.log);
    free(folder);
}

void free_compiled(struct compiled *c)
{
    json_decref(c->flags);
    free(c->note);
    free(c->runner);
    free(c->finder);
    free(c->finder_folder);
    free(c->missing);
}
