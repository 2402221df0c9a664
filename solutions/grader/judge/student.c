#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>
#include "compile.h"
#include "copied.h"
#include "result.h"
#include "solutions/grader/file.h"
#include "solutions/grader/json.h"
#include "solutions/grader/text.h"
#include "stop.h"
#include "student.h"

#define LEAST_DISK (8 << 20) /* bytes that must be free when a student is graded */

/* The work on one student. */
struct work {
    const struct grading *g;
    const struct submission *submission;
    char *folder; /* for files of this work; removed at the end */
    struct new_result result;
};

/* ---- the judge of a lab --------------------------------------------------------------------- */

/* In the child: the judge, which reads its job from stdin. */
static void become_judge(const char *judge, const char *job, const char *answer, const char *log)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    setenv("OMP_NUM_THREADS", "1",
           1); /* because as many students are graded at once as there are cores */
    if (!freopen(job, "r", stdin) || !freopen(answer, "w", stdout) || !freopen(log, "w", stderr))
        _exit(2);
    execl(judge, judge, (char *)NULL);
    _exit(2);
}

#define MOST_WORDS (1 << 16) /* bytes */

/* Why the judge has failed: what it said, or how it ended. */
static void say_why(const char *lab, int status, const char *log, char why[512])
{
    size_t count;
    char *words = file_read(log, MOST_WORDS, &count);

    if (words && !strncmp(words, "judge: ", 7))
        snprintf(why, 512, "%.*s", (int)strcspn(words + 7, "\n"), words + 7);
    else
        snprintf(why, 512, "the judge of %s failed (%s %d)", lab,
                 WIFSIGNALED(status) ? "signal" : "status",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    free(words);
}

/* Runs the judge of the lab. NULL: it failed, and `why` says how. */
static json_t *ask_judge(const struct work *w, const struct lab_files *lab, json_t *job,
                         char why[512])
{
    char *judge = text_of("%s/grader/judge%s", w->g->build, lab->name + 3);
    char *path = text_of("%s/job.json", w->folder), *answer = text_of("%s/answer.json", w->folder);
    char *log = text_of("%s/judge.txt", w->folder);
    int status = 0;

    if (json_dump_file(job, path, 0)) {
        snprintf(why, 512, "%s cannot be written", path);
        return NULL;
    }
    pid_t child = fork();
    if (child == 0)
        become_judge(judge, path, answer, log);
    if (child < 0)
        snprintf(why, 512, "no process for the judge: %s", strerror(errno));
    else
        waitpid(child, &status, 0);
    json_t *tests = child < 0 || status ? NULL : json_load_file(answer, 0, NULL);
    if (!tests && child > 0)
        say_why(lab->name, status, log, why);
    free(log);
    free(judge);
    free(path);
    free(answer);
    return tests;
}

static json_t *exercises_to_judge(const struct grading *g, const struct lab_files *lab,
                                  const struct compiled *c)
{
    json_t *exercises = json_array();

    for (int i = 0; i < g->exercise_count; i++) {
        const struct exercise *e = &g->exercises[i];
        if (!strcmp(e->lab, lab->name) && !is_missing(c, e))
            json_array_append_new(exercises,
                                  json_pack("{s:s, s:i, s:b}", "exercise", e->name, "cases",
                                            e->cases, "speed", g->measures && e->step_count));
    }
    return exercises;
}

static json_t *list_of(char *const *texts)
{
    json_t *list = json_array();

    for (; *texts; texts++)
        json_array_append_new(list, json_string(*texts));
    return list;
}

static json_t *job_for(const struct work *w, const struct lab_files *lab, const struct compiled *c)
{
    const struct grading *g = w->g;
    char *answer = text_of("%s/grader/answer%s", g->build, lab->name + 3);
    json_t *job = json_pack(
        "{s:i, s:s, s:s, s:s, s:s, s:s, s:f, s:b, s:o, s:o, s:o}", "level", g->level, "secret",
        g->secret, "id", w->submission->id, "lab", lab->name, "runner", c->runner, "answer", answer,
        "seconds", g->case_seconds, "gpu", strcmp(g->device, "cpu_device") != 0, "readable",
        list_of(g->libraries.folders), "environment", list_of(g->libraries.environment),
        "exercises", exercises_to_judge(g, lab, c));
    if (c->finder) {
        json_object_set_new(job, "finder", json_string(c->finder));
        json_object_set_new(job, "finder_folder", json_string(c->finder_folder));
    }
    if (c->counter) {
        json_object_set_new(job, "counter", json_string(c->counter));
        json_object_set_new(job, "counter_folder", json_string(c->counter_folder));
        json_object_set_new(job, "source",
                            json_sprintf("%s/../%s", c->counter_folder, lab->source));
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

#define MOST_RULES 3 /* that are broken: named in a note */

/* A right result is no PASS if the file does what no launcher does; and a crash may come from that,
 * as from an fopen, which fails in the sandbox. Both are reported. */
static void tell_rules(json_t *extra, const struct compiled *c)
{
    const char *verdict = json_text(extra, "verdict");
    bool right = !strcmp(verdict, "PASS");

    if (!c->flags.suspicious ||
        (!right && strcmp(verdict, "RUNTIME_ERROR") && strcmp(verdict, "NO_RESULT")))
        return;
    char *note =
        text_of("%s", right ? "right, but not allowed, unless the instructor rules otherwise"
                            : json_text(extra, "note"));
    for (size_t i = 0; i < json_array_size(c->flags.rules) && i < MOST_RULES; i++)
        text_add(&note, "%s%s", i || !right ? "; " : ": ",
                 json_string_value(json_array_get(c->flags.rules, i)));
    if (right) {
        json_object_set_new(extra, "verdict", json_string("BAD_SUBMISSION"));
        json_object_set_new(extra, "advice", json_string("rule"));
    }
    json_object_set_new(extra, "note", json_clean(note));
    free(note);
}

/* Adds the flags. */
static void add_flags(const struct work *w, json_t *extra, const struct compiled *c)
{
    double host_ms = json_amount(extra, "host_ms");
    json_t *flags = json_deep_copy(c->flags.words);

    if (host_ms > 0)
        json_array_append_new(
            flags, json_sprintf("its launcher worked for %.0f ms itself; the work is the kernel's",
                                host_ms));
    if (json_object_get(extra, "doubt"))
        json_array_append(flags, json_object_get(extra, "doubt"));
    if (w->g->count_build && !c->counter && !strcmp(json_text(extra, "verdict"), "PASS"))
        json_object_set_new(extra, "uncounted",
                            json_string("its goal is not counted: it was not built for that"));
    if (json_object_get(extra, "uncounted"))
        json_array_append(flags, json_object_get(extra, "uncounted"));
    json_object_set_new(extra, "flags", flags);
    tell_rules(extra, c);
}

/* A right result that is a worked kernel's. */
static void find_copy(const struct work *w, const struct lab_files *lab, const struct exercise *e,
                      const struct compiled *c, json_t *extra)
{
    char *path = text_of("%s/grader/%s_own.txt", w->g->build, lab->name);
    size_t count;

    if (e->looks_for_copy && c->own && !strcmp(json_text(extra, "verdict"), "PASS")) {
        char *worked = file_read(path, MOST_LINES, &count);
        char *twin = worked ? copied_from(c->own, worked, lab, e) : NULL;
        if (twin) {
            char *note =
                text_of("names, blanks and comments aside it is %s, which the kit gives", twin);
            json_object_set_new(extra, "verdict", json_string("copied"));
            json_object_set_new(extra, "note", json_clean(note));
            free(note);
        }
        free(twin);
        free(worked);
    }
    free(path);
}

static void add_missing(struct work *w, const struct lab_files *lab, const struct compiled *c)
{
    for (int i = 0; i < w->g->exercise_count; i++) {
        const struct exercise *e = &w->g->exercises[i];
        if (strcmp(e->lab, lab->name) || !is_missing(c, e))
            continue;
        json_t *extra =
            json_pack("{s:s, s:s, s:s, s:s}", "lab", e->lab, "exercise", e->name, "verdict",
                      "MISSING_FUNCTION", "note", "its launcher is not in the file");
        add_test(&w->result, lab, e, extra);
        json_decref(extra);
    }
}

static void judge_lab(struct work *w, const struct lab_files *lab, const struct compiled *c)
{
    json_t *job = job_for(w, lab, c), *extra;
    char why[512] = "";
    json_t *tests = ask_judge(w, lab, job, why);
    size_t i;

    json_array_foreach(tests, i, extra)
    {
        const struct exercise *e = exercise_named(w->g, json_text(extra, "exercise"));
        add_flags(w, extra, c);
        if (!e)
            continue;
        find_copy(w, lab, e, c, extra);
        add_test(&w->result, lab, e, extra);
    }
    if (tests)
        add_missing(w, lab, c);
    else
        add_same(&w->result, lab, "NOT_GRADED", why, NULL);
    json_decref(tests);
    json_decref(job);
}

/* ---- a file --------------------------------------------------------------------------------- */

static void grade_file(struct work *w, const struct lab_files *lab, const struct handed_file *file)
{
    struct compiled c = compile_runner(w->g, w->folder, lab, file);
    const char *other = other_like(w->submission, lab->source);

    if (other)
        json_array_append_new(c.flags.words,
                              json_sprintf("beside it lies %s, which is not looked at", other));
    if (c.verdict)
        add_same(&w->result, lab, c.verdict, c.note, c.advice);
    else {
        compile_others(w->g, w->folder, lab, file, &c);
        if (c.verdict)
            add_same(&w->result, lab, c.verdict, c.note, NULL);
        else
            judge_lab(w, lab, &c);
    }
    free_compiled(&c);
}

/* There is no file for this lab. */
static void miss_file(struct work *w, const struct lab_files *lab)
{
    const struct submission *s = w->submission;
    char *note = text_of("there is no %s", lab->source);

    if (s->archive)
        text_add(&note, "; %s: %s; hand in no archive but %s", s->archive, s->archive_why,
                 lab->source);
    for (int i = 0; i < s->other_count; i++)
        text_add(&note, "%s%s", i ? ", " : "; not looked at: ", s->others[i].path);
    if (s->left_out)
        text_add(&note, ", and %d more", s->left_out);
    add_same(&w->result, lab, s->archive ? "UNSUPPORTED_ARCHIVE" : "MISSING_FILE", note, NULL);
    free(note);
}

static void grade_lab(struct work *w, const struct lab_files *lab)
{
    const struct submission *s = w->submission;
    int i = 0;

    while (i < s->file_count && strcmp(s->files[i].name, lab->source))
        i++;
    if (i == s->file_count)
        miss_file(w, lab);
    else if (s->files[i].source)
        grade_file(w, lab, &s->files[i]);
    else {
        char *note = text_of("%s: %s", lab->source, s->files[i].why);
        add_same(&w->result, lab, s->files[i].verdict, note, NULL);
        free(note);
    }
}

/* ---- a student ------------------------------------------------------------------------------ */

/* Makes the student's folder in OUT, with copies of the files that are graded. */
static void keep_sources(const struct work *w)
{
    const struct submission *s = w->submission;
    char *name = text_file_name(s->id), *folder = text_of("%s/students/%s", w->g->out, name);
    char *sources = text_of("%s/sources", folder);

    mkdir(folder, 0777);
    remove_tree(sources);
    mkdir(sources, 0777);
    for (int i = 0; i < s->file_count; i++)
        if (s->files[i].source) {
            char *path = text_of("%s/%s", sources, s->files[i].name);
            if (file_save(path, s->files[i].source, s->files[i].bytes))
                stop("%s cannot be written: %s", path, strerror(errno));
            free(path);
        }
    free(name);
    free(folder);
    free(sources);
}

static struct new_result begin_result(const struct grading *g, const struct submission *s)
{
    return (struct new_result){ g, s, json_array(), clock_now() };
}

/* On a full disk something may be missing without an error. */
static void doubt_disk(struct work *w)
{
    struct statvfs disk;

    if (statvfs(w->g->out, &disk) || (double)disk.f_bavail * disk.f_frsize >= LEAST_DISK)
        return;
    json_array_clear(w->result.tests);
    for (int i = 0; i < w->g->lab_count; i++)
        add_same(&w->result, &w->g->labs[i], "NOT_GRADED", "the disk of OUT was full", NULL);
}

/* Says at once why a student has no mark. */
static void say_not_graded(const struct new_result *r)
{
    json_t *test;
    size_t i;

    json_array_foreach(r->tests, i, test)
    {
        json_t *extra = json_object_get(test, "extra_data");
        if (strcmp(json_text(extra, "verdict"), "NOT_GRADED"))
            continue;
        fprintf(stderr, "grade: %s: NOT_GRADED, and no mark: %s\n", r->submission->id,
                json_text(extra, "note"));
        return;
    }
}

bool grade_student(const struct grading *g, const struct submission *s)
{
    struct work w = { .g = g, .submission = s, .result = begin_result(g, s) };
    char host[64] = "";

    gethostname(host, sizeof(host) - 1);
    w.folder = text_of("%s/running/%.60s-%d", g->out, host, (int)getpid());
    keep_sources(&w);
    remove_tree(w.folder);
    if (mkdir(w.folder, g->level == SANDBOX_OWN_UID ? 0711 : 0700))
        stop("%s cannot be made: %s", w.folder, strerror(errno));
    for (int i = 0; i < g->lab_count; i++)
        if (s->verdict)
            add_same(&w.result, &g->labs[i], s->verdict, s->why, NULL);
        else
            grade_lab(&w, &g->labs[i]);
    doubt_disk(&w);
    remove_tree(w.folder); /* first, or there may be no room for the result */
    say_not_graded(&w.result);
    bool is_graded = write_result(&w.result);
    free(w.folder);
    return is_graded;
}

void give_up_student(const struct grading *g, const struct submission *s, const char *why)
{
    struct new_result result = begin_result(g, s);
    char *name = text_file_name(s->id), *folder = text_of("%s/students/%s", g->out, name);

    mkdir(folder, 0777);
    for (int i = 0; i < g->lab_count; i++)
        add_same(&result, &g->labs[i], "NOT_GRADED", why, NULL);
    write_result(&result);
    free(name);
    free(folder);
}
