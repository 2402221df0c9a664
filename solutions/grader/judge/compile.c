#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <errno.h>
#include <fcntl.h>
#include "compile.h"
#include "solutions/grader/file.h"
#include "solutions/grader/text.h"
#include "stop.h"

#define COMPILE_SECONDS 60
#define COMPILE_MEMORY  (4ul << 30)
#define COMPILE_FILE    (64ul << 20)
#define COMPILE_LOG     (64ul << 20) /* an honest file may bring some 20,000 warnings */
#define MOST_PATHS      20

/* ---- one run of the compiler ----------------------------------------------------------------- */

/* What the compiler may read of the kit: no answers, and no objects of answers. */
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
    static const char *const built[] = { "common",         "cpu_device.a",
                                         "libraries.a",    "rewrite",
                                         "symbols",        "precompiled.h.gch",
                                         "precompiled.ii", "solutions/grader/judge/runner.o" };
    struct paths paths = { 0 };

    add_path(&paths, text_of("%s/common", g->kit));
    add_path(&paths, text_of("%s/%s", g->kit, lab->folder));
    add_path(&paths, text_of("%s/%s", build, lab->folder));
    for (size_t i = 0; i < sizeof(built) / sizeof(*built); i++)
        add_path(&paths, text_of("%s/%s", build, built[i]));
    add_path(&paths, text_of("%s", g->toolkit ? g->toolkit : ""));
    return paths;
}

/* Runs compile.sh in the sandbox. -1: the grader's own fault, and the log says which. */
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
                               .may_fork = true,
                               .is_compiler = true };

    add_path(&paths, text_of("%s", script));
    add_path(&paths, text_of("%s", settings));
    int failed = sandbox_run(g->level, &job, result, why);
    if (failed) {
        free(result->log);
        result->log = text_of("%s", why);
    }
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
    static const char *const marks[] = { "error: ", "Error: ", "undefined reference",
                                         "multiple definition" };
    const char *start = NULL;

    for (size_t i = 0; !start && i < sizeof(marks) / sizeof(*marks); i++)
        start = strstr(log, marks[i]);
    if (!start && !log[strspn(log, " \n")])
        return text_of("the compiler ended without a word");
    if (!start)
        return text_without_paths(log, strcspn(log, "\n"), 400);
    while (start > log && start[-1] != '\n' &&
           *start != 'E') /* of as, whose file is a temporary one */
        start--;
    return text_without_paths(start, strcspn(start, "\n"), 400);
}

/* What a student should hear of frequent mistakes: a row of results/advice.csv; NULL: none. */
static const char *advice_about(const char *error)
{
    static const char *const known[][3] = {
        { "multiple definition of ", "main", "own-main" },
        { "error: ", ".h: No such file", "own-header" },
        { "error: ", ".cuh: No such file", "own-header" },
        { " is not available on the CPU device", "", "only-gpu" },
        { "undefined reference to cu", "", "only-gpu" },
        { "Error: ", "", "assembler" },
        { "relocation truncated", "", "too-large" },
        { "relocation overflow", "", "too-large" },
    };

    for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
        if (strstr(error, known[i][0]) && strstr(error, known[i][1]))
            return known[i][2];
    return NULL;
}

/* Sets `missing` to the launchers that the linker did not find; 1: it also missed other names. */
static int missing_launchers(const struct lab_files *lab, const char *log, char **missing)
{
    int others = 0, stem = strlen(lab->source) - 3 + 1; /* matmul_tiled_ */
    static const char words[] = "undefined reference to ";

    *missing = text_of(" ");
    for (const char *at = log; (at = strstr(at, words));) {
        at += sizeof(words) - 1;
        at += strspn(at, "`'"); /* of a linker; cucc writes none */
        char *name = text_of("%.*s", (int)strcspn(at, "('\n"), at);
        int known = !strncmp(name, lab->folder + 6, stem - 1) && name[stem - 1] == '_';
        if (known && !strncmp(name + stem, "ex", 2))
            text_add(missing, "%.4s ", name + stem);
        others |= !known;
        free(name);
    }
    return others;
}

/* NULL: the compiler has made the runner. */
static const char *verdict_of_compiler(const struct sandbox_result *r)
{
    return r->end == OUT_OF_TIME               ? "COMPILE_TIMEOUT"
           : r->end != ENDED || r->status != 0 ? "COMPILE_ERROR"
                                               : NULL;
}

static char *note_of_compiler(const struct sandbox_result *r)
{
    return r->end == OUT_OF_TIME     ? text_of("it took more than %d s to compile", COMPILE_SECONDS)
           : r->end == OUT_OF_MEMORY ? text_of("the compiler took more than 4 GiB for it")
           : r->end == TOO_MUCH_LOG  ? text_of("the compiler said more than 64 MiB about it")
                                     : first_error(r->log);
}

/* What a compiler says, or how it ends, when something other than the file may be wrong. */
static bool is_suspicious(const struct sandbox_result *r)
{
    static const char *const words[] = {
        "No space left",           "quota exceeded", "Read-only file", "Cannot allocate",
        "temporarily unavailable", "Too many open",  "Killed",         "signal",
        "memory exhausted",        "Cannot fork"
    };
    bool found = r->end == SIGNALLED || (r->end == ENDED && r->status > 128);

    for (size_t i = 0; i < sizeof(words) / sizeof(*words) && !found && r->log; i++)
        found = strstr(r->log, words[i]);
    return found;
}

#define ROOM (16 << 20) /* bytes that a compiler may need */

/* Why the compiler cannot write its files here; 0: it can. A quota is seen by writing alone. */
static int lack_of_room(const char *work)
{
    char *path = text_of("%s/room", work);
    int file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    int why = file < 0 ? errno : posix_fallocate(file, 0, ROOM);

    if (file >= 0)
        close(file);
    unlink(path);
    free(path);
    return why;
}

/* Makes a folder for a runner, with the student's file in it. NULL: errno says why not. */
static char *folder_with(const char *work, const struct lab_files *lab, const char *which,
                         const struct handed_file *file)
{
    char *folder = text_of("%s/%s%s", work, lab->name, which);
    char *source = text_of("%s/%s", folder, lab->source);

    mkdir(folder, 0700);
    bool failed = file_save(source, file->source, file->bytes);
    free(source);
    if (!failed)
        return folder;
    free(folder);
    return NULL;
}

static char *why_no_folder(void)
{
    return text_of("a file for the compiler cannot be written: %s", strerror(errno));
}

/* Is what was handed out compiled here? If not, no student's file is to blame for its own failure.
 * `why`, to free, says what the compiler said. */
static bool starter_compiles(const struct grading *g, const char *work, const struct lab_files *lab,
                             const char *build, char **why)
{
    char *path = text_of("%s/%s/%s", g->kit, lab->folder, lab->source);
    struct handed_file starter = { 0 };
    struct sandbox_result result = { 0 };

    *why = NULL;
    starter.source = file_read(path, MOST_LINES, &starter.bytes);
    if (!starter.source)
        stop("%s: %s", path, strerror(errno));
    char *folder = folder_with(work, lab, "_starter", &starter);
    if (!folder)
        *why = why_no_folder();
    else if (compile(g, lab, build, folder, "strict", &result))
        *why = text_of("%s", result.log);
    else if (verdict_of_compiler(&result)) {
        char *note = result.end == SIGNALLED ? text_of("it was killed by signal %d", result.signal)
                                             : note_of_compiler(&result);
        *why = text_of("the compiler fails here for the file that was handed out, too: %s", note);
        free(note);
    }
    if (folder)
        remove_tree(folder);
    free(result.log);
    free(starter.source);
    free(folder);
    free(path);
    return !*why;
}

/* What compile.sh left of the file's own lines; NULL: nothing. */
static char *own_lines(const char *folder, const char *name)
{
    char *path = text_of("%s/%s", folder, name);
    size_t count;
    char *text = file_read_foreign(AT_FDCWD, path, MOST_LINES, &count);

    free(path);
    return text;
}

static void read_flags(struct compiled *c, const struct grading *g, const struct lab_files *lab,
                       const struct handed_file *file, const char *folder)
{
    char *findings = text_of("%s/flags.txt", folder), *gpu = own_lines(folder, "own_gpu.txt");
    char *dropped = text_of("%s/dropped.txt", folder);

    c->own = own_lines(folder, "own.txt");
    read_object_flags(&c->flags, lab, c->own, findings);
    read_dropped(&c->flags, dropped);
    read_source_flags(&c->flags, g, lab, file->source, c->own);
    flag_other_lines(&c->flags, c->own, gpu, "for a GPU (__CUDA_ARCH__)");
    free(findings);
    free(dropped);
    free(gpu);
}

/* It did not run, and that is the grader's own fault. */
static const char *not_graded(struct compiled *c, const struct sandbox_result *result)
{
    free(c->note);
    c->note = text_of("%s", result->log);
    return "NOT_GRADED";
}

/* How the compiler ended, when the student's file has failed in this build. NOT_GRADED: the file is
 * not to blame, and c->note may say what is; NULL: once more, it has made the runner. */
static const char *doubt_compiler(struct compiled *c, const struct grading *g, const char *work,
                                  const struct lab_files *lab, const char *build,
                                  const char *folder, struct sandbox_result *result)
{
    char *why;

    if (!starter_compiles(g, work, lab, build, &why)) {
        free(c->note);
        c->note = why;
        return "NOT_GRADED";
    }
    if (!is_suspicious(result))
        return verdict_of_compiler(result);
    free(result->log);
    if (compile(g, lab, build, folder, c->missing ? "lenient" : "strict", result))
        return not_graded(c, result);
    const char *verdict = verdict_of_compiler(result);
    int lack = verdict && is_suspicious(result) ? lack_of_room(work) : 0;
    if (!lack)
        return verdict;
    free(c->note);
    c->note = text_of("the compiler cannot write its files: %s", strerror(lack));
    return "NOT_GRADED";
}

struct compiled compile_runner(const struct grading *g, const char *work,
                               const struct lab_files *lab, const struct handed_file *file)
{
    struct compiled c = { .flags = { .words = json_array(), .rules = json_array() } };
    struct sandbox_result result = { 0 };
    char *folder = folder_with(work, lab, "", file);

    if (!folder) {
        c.verdict = "NOT_GRADED";
        c.note = why_no_folder();
        return c;
    }
    if (compile(g, lab, g->build, folder, "strict", &result))
        c.verdict = not_graded(&c, &result);
    else if ((c.verdict = verdict_of_compiler(&result)))
        c.note = note_of_compiler(&result), c.advice = advice_about(c.note);
    if (c.verdict && result.end == ENDED && strstr(result.log, "undefined reference to ") &&
        !missing_launchers(lab, result.log, &c.missing)) {
        free(result.log);
        c.verdict = compile(g, lab, g->build, folder, "lenient", &result)
                        ? not_graded(&c, &result)
                        : verdict_of_compiler(&result);
    }
    if (c.verdict && !strcmp(c.verdict, "COMPILE_ERROR")) {
        c.verdict = doubt_compiler(&c, g, work, lab, g->build, folder, &result);
        if (!c.verdict || strcmp(c.verdict, "NOT_GRADED")) {
            free(c.note);
            c.note = c.verdict ? note_of_compiler(&result) : NULL;
        }
        c.advice = c.note ? advice_about(c.note) : NULL;
    }
    c.runner = text_of("%s/runner", folder);
    read_flags(&c, g, lab, file, folder);
    free(result.log);
    free(folder);
    return c;
}

/* The runner by another build, `whose`; NULL: it cannot be had, and c->verdict is NOT_GRADED if the
 * file is not to blame. Sets *runs to the folder that it may write. */
static char *compile_by(const struct grading *g, const char *work, const char *build, char *folder,
                        const struct lab_files *lab, struct compiled *c, char **runs,
                        const char *whose)
{
    struct sandbox_result result = { 0 };
    const char *verdict;

    if (!folder) {
        c->note = why_no_folder();
        c->verdict = "NOT_GRADED";
        return NULL;
    }
    char *findings = text_of("%s/flags.txt", folder), *runner = text_of("%s/runner", folder), *own;

    if (compile(g, lab, build, folder, c->missing ? "lenient" : "strict", &result))
        verdict = not_graded(c, &result);
    else if ((verdict = verdict_of_compiler(&result)))
        verdict = doubt_compiler(c, g, work, lab, build, folder, &result);
    own = own_lines(folder, "own.txt");
    read_object_flags(&c->flags, lab, own, findings);
    flag_other_lines(&c->flags, c->own, own, whose);
    free(own);
    *runs = text_of("%s/runs", folder);
    mkdir(*runs, 0700);
    free(result.log);
    free(findings);
    free(folder);
    if (!verdict)
        return runner;
    if (!strcmp(verdict, "NOT_GRADED"))
        c->verdict = verdict;
    free(runner);
    return NULL;
}

void compile_others(const struct grading *g, const char *work, const struct lab_files *lab,
                    const struct handed_file *file, struct compiled *c)
{
    if (g->check_build)
        c->finder = compile_by(g, work, g->check_build, folder_with(work, lab, "_check", file), lab,
                               c, &c->finder_folder, "for the bug finder");
    if (g->check_build && !c->finder)
        add_first_flag(&c->flags, "does not build for the bug finder, which did not look at it");
    if (g->count_build && !c->verdict)
        c->counter = compile_by(g, work, g->count_build, folder_with(work, lab, "_count", file),
                                lab, c, &c->counter_folder, "for the counters");
    if (g->count_build && !c->counter)
        add_first_flag(&c->flags, "does not build for the counters: its goals are not counted");
}

bool is_missing(const struct compiled *c, const struct exercise *e)
{
    char *word = text_of(" %s ", e->name);
    int missing = c->missing && strstr(c->missing, word);

    free(word);
    return missing;
}

void free_compiled(struct compiled *c)
{
    json_decref(c->flags.words);
    json_decref(c->flags.rules);
    free(c->note);
    free(c->runner);
    free(c->finder);
    free(c->finder_folder);
    free(c->counter);
    free(c->counter_folder);
    free(c->own);
    free(c->missing);
}
