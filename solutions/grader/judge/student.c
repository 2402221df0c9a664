/* One student: compiles the files, has the judge of each lab judge them, and writes what came out.
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "compile.h"
#include "solutions/grader/text.h"

/* What is being graded, and where. */
struct work {
    const struct grading *g;
    struct student *student;
    char *folder; /* of this student's work alone; removed at the end */
    json_t *tests;
    double begun;
};

/* A text of our own or of a submission as JSON: always valid, never too long. */
static json_t *said(const char *text)
{
    char *clean = text_clean(text, strlen(text), 1000);
    json_t *string = json_string(clean);

    free(clean);
    return string;
}

/* ---- points --------------------------------------------------------------------------------- */

static double greatest_step(const struct exercise *e)
{
    return e->step_count ? e->steps[e->step_count - 1].points : 0;
}

static double step_points(const struct exercise *e, double ratio)
{
    double points = 0;

    for (int i = 0; i < e->step_count; i++)
        if (ratio >= e->steps[i].ratio)
            points = e->steps[i].points;
    return points;
}

static void add_words(char *words, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static void add_words(char *words, size_t size, const char *format, ...)
{
    size_t used = strlen(words);
    va_list arguments;

    if (used && used + 2 < size)
        used += snprintf(words + used, size - used, "; ");
    va_start(arguments, format);
    vsnprintf(words + used, size - used, format, arguments);
    va_end(arguments);
}

/* A GPU may end a program for it, or change what another array holds. */
static int is_fault(json_t *finding)
{
    static const char *const kinds[] = { "out-of-bounds", "wrong-memory", "misaligned" };
    const char *kind = json_string_value(json_object_get(finding, "kind"));

    for (int i = 0; i < 3; i++)
        if (!strcmp(kind, kinds[i]))
            return 1;
    return 0;
}

/* The finding that costs most, which is paid for alone; NULL: there is none. */
static json_t *worst_finding(const struct exercise *e, json_t *findings, double *cost)
{
    json_t *worst = NULL, *finding;
    size_t i;

    json_array_foreach(findings, i, finding)
    {
        double own = is_fault(finding) ? fmax(e->finding, e->fault) : e->finding;
        if (worst && own <= *cost)
            continue;
        worst = finding;
        *cost = own;
    }
    return worst;
}

/* Sets the points of an exercise, and its note to all that decided them. */
static void give_points(const struct grading *g, const struct exercise *e, json_t *extra,
                        double *points, double *most)
{
    const char *verdict = json_string_value(json_object_get(extra, "verdict"));
    json_t *flags = json_object_get(extra, "flags");
    double cost = 0;
    json_t *finding = worst_finding(e, json_object_get(extra, "findings"), &cost);
    int passed = !strcmp(verdict, "PASS");
    char note[2000];

    snprintf(note, sizeof(note), "%s", json_string_value(json_object_get(extra, "note")));
    *points = passed ? e->points : 0;
    *most = e->points + (g->measures ? greatest_step(e) : 0);
    if (passed && finding) {
        *points = fmax(0, *points - cost);
        json_object_set_new(finding, "cost", json_real(e->points - *points));
        add_words(note, sizeof(note), "line %lld: %s",
                  json_integer_value(json_object_get(finding, "line")),
                  json_string_value(json_object_get(finding, "text")));
    }
    if (passed && g->measures && e->step_count) {
        double ratio = json_number_value(json_object_get(extra, "ratio"));
        *points += step_points(e, ratio);
        add_words(note, sizeof(note), "%.2g times the answer's speed", ratio);
    } else if (e->step_count && !g->measures)
        add_words(note, sizeof(note), "speed: %g points are open, they need a GPU",
                  greatest_step(e));
    for (size_t i = 0; i < json_array_size(flags); i++)
        add_words(note, sizeof(note), "flagged: %s", json_string_value(json_array_get(flags, i)));
    json_object_set_new(extra, "open", json_boolean(e->step_count && !g->measures));
    json_object_set_new(extra, "note", said(note));
}

/* ---- results -------------------------------------------------------------------------------- */

static void add_test(struct work *w, const struct lab_files *lab, const struct exercise *e,
                     json_t *extra)
{
    const char *verdict, *what = json_string_value(json_object_get(extra, "what"));
    char *number = text_of("%c.%c", e->name[2], e->name[3]);
    char *name = text_of("%s %s%s%s", e->lab, number, what ? ": " : "", what ? what : "");
    double points, most;

    give_points(w->g, e, extra, &points, &most);
    json_object_set_new(extra, "file", json_string(lab->source));
    verdict = json_string_value(json_object_get(extra, "verdict"));
    const char *note = json_string_value(json_object_get(extra, "note"));
    char *output = text_of("%s%s%s", verdict, *note ? ": " : "", note);
    int fault = !strcmp(verdict, "GRADER_ERROR");
    json_array_append_new(
        w->tests,
        json_pack("{s:s, s:s, s:o, s:f, s:s, s:s, s:o, s:o}", "number", number, "name", name,
                  "score", fault ? json_null() : json_real(points), "max_score", most, "status",
                  strcmp(verdict, "PASS") ? "failed" : "passed", "visibility", "visible", "output",
                  said(output), "extra_data", json_incref(extra)));
    free(number);
    free(name);
    free(output);
}

/* The same verdict for all exercises of a lab that were not judged one by one. */
static void add_same(struct work *w, const struct lab_files *lab, const char *verdict,
                     const char *note)
{
    for (int i = 0; i < w->g->exercise_count; i++) {
        const struct exercise *e = &w->g->exercises[i];
        if (strcmp(e->lab, lab->name))
            continue;
        json_t *extra = json_pack("{s:s, s:s, s:s, s:o}", "lab", e->lab, "exercise", e->name,
                                  "verdict", verdict, "note", said(note));
        add_test(w, lab, e, extra);
        json_decref(extra);
    }
}

/* The worst first. */
static const char *const by_weight[] = { "GRADER_ERROR",
                                         "BAD_SUBMISSION",
                                         "UNSUPPORTED_ARCHIVE",
                                         "MISSING_FILE",
                                         "COMPILE_ERROR",
                                         "COMPILE_TIMEOUT",
                                         "MISSING_FUNCTION",
                                         "NO_RESULT",
                                         "TOO_MUCH",
                                         "OUTPUT_LIMIT",
                                         "MEMORY",
                                         "RUNTIME_ERROR",
                                         "TIMEOUT",
                                         "WRONG",
                                         "TODO",
                                         "PASS" };

static const char *worst_verdict(json_t *tests)
{
    for (size_t w = 0; w < sizeof(by_weight) / sizeof(*by_weight); w++)
        for (size_t i = 0; i < json_array_size(tests); i++) {
            json_t *extra = json_object_get(json_array_get(tests, i), "extra_data");
            if (!strcmp(json_string_value(json_object_get(extra, "verdict")), by_weight[w]))
                return by_weight[w];
        }
    return "GRADER_ERROR";
}

static double sum_of(json_t *tests, const char *what)
{
    double sum = 0;

    for (size_t i = 0; i < json_array_size(tests); i++)
        sum += json_number_value(json_object_get(json_array_get(tests, i), what));
    return sum;
}

char *results_path(const struct grading *g, const char *id)
{
    char *name = text_file_name(id), *path = text_of("%s/students/%s/results.json", g->out, name);

    free(name);
    return path;
}

/* Which files of this student, and what all of them are. */
static json_t *files_of(const struct student *s, char hex[65])
{
    json_t *files = json_array();
    char *all = text_of("%s", "");

    for (int i = 0; i < s->file_count; i++) {
        const struct handed_file *file = &s->files[i];
        text_add(&all, "%s %s\n", file->name, file->source ? file->sha256 : "-");
        json_array_append_new(files, json_pack("{s:s, s:s}", "path", file->path, "sha256",
                                               file->source ? file->sha256 : ""));
    }
    sha256_of(all, strlen(all), hex);
    free(all);
    return files;
}

static void write_results(const struct work *w)
{
    const struct grading *g = w->g;
    const char *verdict = worst_verdict(w->tests);
    int fault = !strcmp(verdict, "GRADER_ERROR");
    char sha256[65], key[65], date[16], *path = results_path(g, w->student->id);
    time_t today = time(NULL);
    json_t *files = files_of(w->student, sha256);

    key_of(g, w->student, key);
    strftime(date, sizeof(date), "%Y-%m-%d", localtime(&today));
    json_t *results =
        json_pack("{s:o, s:s, s:O, s:{s:s, s:s, s:f, s:s, s:s, s:s, s:s, s:s, s:f, s:o}}", "score",
                  fault ? json_null() : json_real(sum_of(w->tests, "score")), "output",
                  fault ? "The grader failed here; this is not your fault." : verdict, "tests",
                  w->tests, "extra_data", "id", w->student->id, "verdict", verdict, "max_score",
                  sum_of(w->tests, "max_score"), "isolation", sandbox_names[g->level], "device",
                  g->device, "date", date, "key", key, "sha256", sha256, "seconds",
                  clock_now() - w->begun, "files", files);
    struct new_file *file = results ? new_file(path) : NULL;
    if (!file || json_dumpf(results, new_file_stream(file), JSON_INDENT(1)) ||
        new_file_done(file)) {
        fprintf(stderr, "grade: %s cannot be written: %s\n", path, strerror(errno));
        exit(2);
    }
    json_decref(results);
    free(path);
}

/* ---- judge ---------------------------------------------------------------------------------- */

/* Runs the lab's judge, which is ours, on a job. NULL: it failed, and `why` says how. */
static json_t *ask_judge(const struct work *w, const struct lab_files *lab, json_t *job,
                         char why[512])
{
    char *judge = text_of("%s/grader/judge%s", w->g->build, lab->name + 3);
    char *path = text_of("%s/job.json", w->folder), *answer = text_of("%s/answer.json", w->folder);
    int status = 0;

    if (json_dump_file(job, path, 0)) {
        snprintf(why, 512, "%s cannot be written", path);
        return NULL;
    }
    pid_t child = fork();
    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        setenv("OMP_NUM_THREADS", "1", 1); /* as many students at once as there are cores */
        if (!freopen(path, "r", stdin) || !freopen(answer, "w", stdout))
            _exit(2);
        execl(judge, judge, (char *)NULL);
        _exit(2);
    }
    waitpid(child, &status, 0);
    json_t *tests = status ? NULL : json_load_file(answer, 0, NULL);
    if (!tests)
        snprintf(why, 512, "the judge of %s failed (%s %d)", lab->name,
                 WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    free(judge);
    free(path);
    free(answer);
    return tests;
}

static json_t *job_for(const struct work *w, const struct lab_files *lab, const struct compiled *c)
{
    const struct grading *g = w->g;
    json_t *exercises = json_array();
    char *answer = text_of("%s/grader/answer%s", g->build, lab->name + 3);

    for (int i = 0; i < g->exercise_count; i++) {
        const struct exercise *e = &g->exercises[i];
        char *word = text_of(" %s ", e->name);
        if (!strcmp(e->lab, lab->name) && !(c->missing && strstr(c->missing, word)))
            json_array_append_new(exercises,
                                  json_pack("{s:s, s:i, s:b}", "exercise", e->name, "cases",
                                            e->cases, "speed", g->measures && e->step_count));
        free(word);
    }
    json_t *job = json_pack("{s:i, s:s, s:s, s:s, s:s, s:s, s:f, s:b, s:o}", "level", g->level,
                            "secret", g->secret, "id", w->student->id, "lab", lab->name, "runner",
                            c->runner, "answer", answer, "seconds", g->case_seconds, "gpu",
                            strcmp(g->device, "cpu_device") != 0, "exercises", exercises);
    if (c->finder) {
        json_object_set_new(job, "finder", json_string(c->finder));
        json_object_set_new(job, "finder_folder", json_string(c->finder_folder));
    }
    free(answer);
    return job;
}

static const struct exercise *exercise_named(const struct grading *g, const char *name)
{
    for (int i = 0; i < g->exercise_count; i++)
        if (name && !strcmp(g->exercises[i].name, name))
            return &g->exercises[i];
    return NULL;
}

/* A right answer of a program that does what no launcher needs: for the instructor to decide. */
static void doubt(json_t *extra, const struct compiled *c)
{
    const char *verdict = json_string_value(json_object_get(extra, "verdict"));
    double host_ms = json_number_value(json_object_get(extra, "host_ms"));
    json_t *flags = json_deep_copy(c->flags);

    if (host_ms > 0) {
        char *words =
            text_of("its launcher worked for %.0f ms itself; the work is the kernel's", host_ms);
        json_array_append_new(flags, json_string(words));
        free(words);
    }
    if (json_object_get(extra, "doubt"))
        json_array_append(flags, json_object_get(extra, "doubt"));
    json_object_set_new(extra, "flags", flags);
    if (!c->suspicious || strcmp(verdict, "PASS"))
        return;
    json_object_set_new(extra, "verdict", json_string("BAD_SUBMISSION"));
    json_object_set_new(
        extra, "note",
        said("right, but the file does what no launcher does: the instructor decides"));
}

static void judge_lab(struct work *w, const struct lab_files *lab, const struct compiled *c)
{
    json_t *job = job_for(w, lab, c), *extra;
    char why[512] = "";
    json_t *tests = ask_judge(w, lab, job, why);
    size_t i;

    if (!tests)
        add_same(w, lab, "GRADER_ERROR", why);
    json_array_foreach(tests, i, extra)
    {
        const struct exercise *e =
            exercise_named(w->g, json_string_value(json_object_get(extra, "exercise")));
        doubt(extra, c);
        if (e)
            add_test(w, lab, e, extra);
    }
    for (int j = 0; tests && c->missing && j < w->g->exercise_count; j++) {
        const struct exercise *e = &w->g->exercises[j];
        char *word = text_of(" %s ", e->name);
        if (!strcmp(e->lab, lab->name) && strstr(c->missing, word)) {
            json_t *none =
                json_pack("{s:s, s:s, s:s, s:s}", "lab", e->lab, "exercise", e->name, "verdict",
                          "MISSING_FUNCTION", "note", "its launcher is not in the file");
            add_test(w, lab, e, none);
            json_decref(none);
        }
        free(word);
    }
    json_decref(tests);
    json_decref(job);
}

static void grade_file(struct work *w, const struct lab_files *lab, const struct handed_file *file)
{
    struct compiled c = compile_runner(w->g, w->folder, lab, file);
    const char *other = other_like(w->student, lab->source);

    if (other) {
        char *words = text_of("beside it lies %s, which is not looked at", other);
        json_array_append_new(c.flags, json_string(words));
        free(words);
    }
    if (c.verdict)
        add_same(w, lab, c.verdict, c.note ? c.note : "the compiler could not be started");
    else {
        compile_finder(w->g, w->folder, lab, file, &c);
        judge_lab(w, lab, &c);
    }
    free_compiled(&c);
}

/* ---- a student ------------------------------------------------------------------------------ */

static void grade_lab(struct work *w, const struct lab_files *lab)
{
    const struct student *s = w->student;
    char *note;

    for (int i = 0; i < s->file_count; i++)
        if (!strcmp(s->files[i].name, lab->source)) {
            if (s->files[i].source)
                grade_file(w, lab, &s->files[i]);
            else {
                note = text_of("%s: %s", lab->source, s->files[i].why);
                add_same(w, lab, s->files[i].verdict, note);
                free(note);
            }
            return;
        }
    if (s->archive) {
        note = text_of("%s: archives are not opened; hand in %s itself", s->archive, lab->source);
        add_same(w, lab, "UNSUPPORTED_ARCHIVE", note);
    } else {
        const char *other = other_like(s, lab->source);
        other = other ? other : s->other_count ? s->others[0] : NULL;
        note = other ? text_of("there is no %s; %s is not looked at", lab->source, other)
                     : text_of("there is no %s", lab->source);
        add_same(w, lab, "MISSING_FILE", note);
    }
    free(note);
}

/* Copies of what is graded, for the pages. */
static void keep_sources(const struct work *w)
{
    char *name = text_file_name(w->student->id);
    char *folder = text_of("%s/students/%s", w->g->out, name);
    char *sources = text_of("%s/sources", folder);

    mkdir(folder, 0777);
    remove_tree(sources);
    mkdir(sources, 0777);
    for (int i = 0; i < w->student->file_count; i++)
        if (w->student->files[i].source) {
            char *path = text_of("%s/%s", sources, w->student->files[i].name);
            save(path, w->student->files[i].source, w->student->files[i].bytes);
            free(path);
        }
    free(name);
    free(folder);
    free(sources);
}

static struct work begin_student(const struct grading *g, struct student *student)
{
    struct work w = { .g = g, .student = student, .begun = clock_now() };

    char host[64] = "";
    gethostname(host, sizeof(host) - 1);
    w.folder = text_of("%s/running/%.60s-%d", g->out, host, (int)getpid());
    w.tests = json_array();
    return w;
}

int grade_student(const struct grading *g, struct student *student)
{
    struct work w = begin_student(g, student);

    keep_sources(&w);
    remove_tree(w.folder);
    if (mkdir(w.folder, 0700)) {
        fprintf(stderr, "grade: %s cannot be made: %s\n", w.folder, strerror(errno));
        exit(2);
    }
    for (int i = 0; i < g->lab_count; i++)
        if (student->verdict)
            add_same(&w, &g->labs[i], student->verdict, student->why);
        else
            grade_lab(&w, &g->labs[i]);
    write_results(&w);
    remove_tree(w.folder);
    return strcmp(worst_verdict(w.tests), "GRADER_ERROR") != 0;
}

void give_up_student(const struct grading *g, const struct student *student, const char *why)
{
    struct student copy = *student;
    struct work w = begin_student(g, &copy);
    char *name = text_file_name(student->id), *folder = text_of("%s/students/%s", g->out, name);

    mkdir(folder, 0777);
    for (int i = 0; i < g->lab_count; i++)
        add_same(&w, &g->labs[i], "GRADER_ERROR", why);
    write_results(&w);
    free(name);
    free(folder);
}

void key_of(const struct grading *g, const struct student *student, char hex[65])
{
    char *all = text_of("%s %s %s\n%s\n", g->kit_key, sandbox_names[g->level], g->device,
                        student->verdict ? student->why : "");

    for (int i = 0; i < student->file_count; i++) {
        const struct handed_file *file = &student->files[i];
        text_add(&all, "%s %s\n", file->path, file->source ? file->sha256 : file->why);
    }
    for (int i = 0; i < student->other_count; i++)
        text_add(&all, "%s\n", student->others[i]);
    for (int i = 0; i < g->lab_count; i++)
        text_add(&all, "%s\n", g->labs[i].name);
    sha256_of(all, strlen(all), hex);
    free(all);
}
