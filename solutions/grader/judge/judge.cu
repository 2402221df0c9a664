/* The judge of one lab: linked to the lab with the answers, and this in place of the lab's run. It
 * draws the cases of one student's exercises, has the runner run them in the sandbox, and only when
 * the runner is dead compares what came back with the right answer, on its own copy of the inputs.
 *
 *   judge <job.json >tests.json
 *
 * The job: {"level": 0, "secret": "...", "id": "ana", "lab": "lab03", "runner": PATH, "finder":
 * PATH, "finder_folder": PATH, "counter": PATH, "counter_folder": PATH, "answer": PATH, "seconds":
 * 20, "gpu": false, "readable": [PATH], "environment": ["NAME=value"], "exercises": [{"exercise":
 * "ex31", "cases": 12, "speed": false}]}. The answer is a list of extra_data, one per exercise, as
 * RESULTS.md says. Status 0, or 2 and a line on stderr: the grader's own fault. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "judge.h"

extern "C" {
#include "solutions/grader/text.h"
}

/* ---- right or wrong ------------------------------------------------------------------------- */

static json_t *describe(const struct one_case *c, int number)
{
    char *note = text_clean(c->note, strlen(c->note), 400);
    char hex[20], shape[80];
    const struct problem *p = &c->p;

    snprintf(hex, sizeof(hex), "%016llx", c->seed);
    if (p->label[0])
        snprintf(shape, sizeof(shape), "%s", p->label);
    else if (p->m)
        snprintf(shape, sizeof(shape), "m, n, k = %lld, %lld, %lld", p->m, p->n, p->k);
    else
        snprintf(shape, sizeof(shape), "n = %lld", p->n);
    json_t *object =
        json_pack("{s:i, s:s, s:s, s:s, s:s, s:f}", "case", number, "seed", hex, "shape", shape,
                  "verdict", c->verdict, "note", note, "seconds", c->said.seconds);
    free(note);
    return object;
}

/* How the cases of an exercise stand. */
struct outcome {
    const char *word; /* the verdict */
    int unwritten;    /* how many of the first cases wrote nothing */
    bool by_contract; /* wrong by what the launcher does, and no wrong element was found */
    double host_ms;
    char waited[256]; /* in the first case in which the launcher has; "": in none */
    json_t *cases;
};

/* Takes the verdict of case i over. Where the first case wrote nothing, the second says whether the
 * exercise is still to do, or only n = 1 was forgotten. */
static void take_case(struct outcome *so_far, struct one_case *c, int i)
{
    bool unwritten = !strcmp(c->verdict, "TODO");

    if (unwritten && so_far->unwritten == i)
        so_far->unwritten++;
    else if (unwritten || (so_far->unwritten && !strcmp(c->verdict, "PASS")))
        set_verdict(c, "WRONG", "nothing was written%s",
                    so_far->unwritten ? " in the case before" : "");
    so_far->word = c->verdict;
    so_far->by_contract = *c->said.finding && !strstr(c->said.finding, ", expected ");
    so_far->host_ms = fmax(so_far->host_ms, c->said.host_ms);
    if (!*so_far->waited)
        memcpy(so_far->waited, c->said.waited, sizeof(so_far->waited));
    json_array_append_new(so_far->cases, describe(c, i + 1));
}

static void run_these(struct process *r, const struct task *t, const char *runner, int first,
                      int last)
{
    for (int i = first; i < last; i++) {
        unsigned long long seed = seed_of(t, "case", i);
        t->v->known->random = { seed, 0 };
        struct shape shape = shape_of_case(t, i);
        add_case(r, t, &shape, seed, i == 0);
    }
    run_process(r, t->job, runner);
}

/* The cases again up to number i, with all blocks of their grids; that one's verdict counts. */
static void run_whole(const struct task *t, const char *runner, int first, int i,
                      struct outcome *so_far)
{
    struct process r = begin_process(FOR_RESULT, 0);

    r.whole = true;
    run_these(&r, t, runner, first, i + 1);
    judge_case(&r, i - first, t->job);
    take_case(so_far, &r.cases[i - first], i);
    end_process(&r);
}

/* Wrong, or without a result, where a grid was run in part: a launcher may need all its blocks. */
static bool is_in_doubt(const struct one_case *c)
{
    return head_of(c)->in_part && (c->said.in_part || !c->reply) && !c->said.lost &&
           strcmp(c->verdict, "PASS");
}

/* Case `first` to the one before `last`, in one process of the runner, until one fails. Of a grid
 * that was run in part only a right result counts, as in a lab: see check_shape. */
static void run_cases(const struct task *t, const char *runner, int first, int last,
                      struct outcome *so_far)
{
    struct process r = begin_process(FOR_RESULT, 0);

    run_these(&r, t, runner, first, last);
    so_far->word = "PASS";
    for (int i = first; i < last && !strcmp(so_far->word, "PASS"); i++) {
        struct one_case *c = &r.cases[i - first];
        srand((unsigned)seed_of(t, "sums", i)); /* of large products: see gemm_check.c */
        judge_case(&r, i - first, t->job);
        if (is_in_doubt(c))
            run_whole(t, runner, first, i, so_far);
        else
            take_case(so_far, c, i);
    }
    end_process(&r);
}

static bool gave_no_output(const char *verdict)
{
    return !strcmp(verdict, "NO_RESULT") || !strcmp(verdict, "RUNTIME_ERROR") ||
           !strcmp(verdict, "TIMEOUT");
}

/* A GPU that is busy, hung or gone ends every runner, and so does a machine without memory or
 * processes. The answer's tells that from a fault of the student's, whose runner could print the
 * same words. */
static void check_surroundings(const struct task *t)
{
    struct outcome answer = {};

    answer.cases = json_array();
    run_cases(t, t->job->answer, 0, 1, &answer);
    const json_t *only = json_array_get(answer.cases, 0);
    if (strcmp(answer.word, "PASS"))
        broken("%s: even the answer is %s: %s",
               t->job->gpu ? "the GPU does not serve" : "programs do not run here", answer.word,
               json_string_value(json_object_get(only, "note")));
    json_decref(answer.cases);
}

/* The first case has a process of its own, because the contract is looked at in it. */
static struct outcome run_all(const struct task *t, int count)
{
    const char *runner = t->job->runner;
    struct outcome so_far = {};

    so_far.cases = json_array();
    run_cases(t, runner, 0, 1, &so_far);
    if (so_far.unwritten && count > 1)
        run_cases(t, runner, 1, 2, &so_far);
    else if (count > 1 && !strcmp(so_far.word, "PASS"))
        run_cases(t, runner, 1, count, &so_far);
    return so_far;
}

static void judge_cases(const struct task *t, int count, json_t *result)
{
    struct outcome so_far = run_all(t, count);
    bool may_be_ours = t->job->gpu || strcmp(so_far.word, "TIMEOUT");

    if (gave_no_output(so_far.word) && may_be_ours)
        check_surroundings(t);
    json_t *last = json_array_get(so_far.cases, json_array_size(so_far.cases) - 1);
    json_object_set(result, "note", json_object_get(last, "note"));
    if (so_far.host_ms > 0)
        json_object_set_new(result, "host_ms", json_real(so_far.host_ms));
    char *waited = text_clean(so_far.waited, strlen(so_far.waited), 250);
    if (*waited)
        json_object_set_new(result, "waited", json_string(waited));
    free(waited);
    json_object_set_new(result, "verdict", json_string(so_far.word));
    if (so_far.by_contract && !strcmp(so_far.word, "WRONG"))
        json_object_set_new(result, "advice", json_string("contract"));
    json_object_set_new(result, "cases", so_far.cases);
}

/* ---- the bug finder ------------------------------------------------------------------------- */

#define MOST_FINDINGS 20
#define NO_KERNEL     2 /* status of the bug finder that has seen none */

static void add_finding(json_t *findings, const json_t *finding)
{
    const json_t *place = json_array_get(json_object_get(finding, "places"), 0);
    const char *kind = json_string_value(json_object_get(finding, "kind"));
    const char *severity = json_string_value(json_object_get(finding, "severity"));
    const char *message = json_string_value(json_object_get(finding, "message"));

    if (!kind || !message || !severity || strcmp(severity, "error") ||
        json_array_size(findings) == MOST_FINDINGS)
        return;
    char *text = text_without_paths(message, strlen(message), 400);
    json_array_append_new(findings, json_pack("{s:s, s:I, s:s}", "kind", kind, "line",
                                              json_integer_value(json_object_get(place, "line")),
                                              "text", text));
    free(text);
}

static bool warns_of_race(const json_t *all)
{
    json_t *finding;
    size_t i;

    json_array_foreach(json_object_get(all, "findings"), i, finding)
    {
        const char *kind = json_string_value(json_object_get(finding, "kind"));
        const char *severity = json_string_value(json_object_get(finding, "severity"));
        if (kind && severity && !strcmp(kind, "race") && !strcmp(severity, "warning"))
            return true;
    }
    return false;
}

/* The report is the last thing in the log that looks like one. A submission could forge it, but it
 * can only add to what is found, or hide what costs points: it never makes a wrong output right.
 * false: there is no report. *warned: two threads stored the same value, which costs nothing. */
static bool read_report(const char *log, json_t *findings, bool *warned)
{
    const char *report = NULL;
    json_t *finding;
    size_t i;

    for (const char *at = log; (at = strstr(at, "{\"findings\":")) != NULL; at++)
        report = at;
    json_t *all = report ? json_loads(report, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    json_array_foreach(json_object_get(all, "findings"), i, finding) add_finding(findings, finding);
    *warned = warns_of_race(all);
    json_decref(all);
    return all != NULL;
}

#define MOST_WARM_UPS 4

/* Launches at tiny shapes, so that a launcher which counts its calls does not know when it is
 * looked at. */
static void add_warm_ups(struct process *r, const struct task *t)
{
    int count = (int)random_between(&t->v->known->random, 1, MOST_WARM_UPS);

    r->warms_up = true;
    for (int i = 0; i < count; i++) {
        struct shape tiny = tiny_shape(t);
        add_case(r, t, &tiny, seed_of(t, "warm-up", i), false);
    }
    r->warms_up = false;
}

/* Run `i` of the bug finder, at a shape of its own: the first is the launcher's first call, the
 * second comes after some others. Returns why its findings may be in doubt. */
static const char *look_for_bugs(const struct task *t, int i, json_t *findings)
{
    struct process r = begin_process(FOR_FINDER, 0);
    unsigned long long seed = seed_of(t, "finder", i);
    const char *doubt = NULL;
    bool warned = false;

    t->v->known->random = { seed, 0 };
    if (i > 0)
        add_warm_ups(&r, t);
    struct shape shape = finder_shape(t);
    add_case(&r, t, &shape, seed, false);
    run_process(&r, t->job, t->job->finder);
    srand((unsigned)seed);
    judge_case(&r, r.count - 1, t->job);
    if (!read_report(r.ran.log, findings, &warned)) {
        if (r.ran.reply_got < r.reply_bytes) /* nor did the program */
            check_surroundings(t);
        doubt = "the bug finder did not come to its report";
    } else if (r.ran.status == NO_KERNEL)
        doubt = "the bug finder saw no kernel of it";
    else if (!json_array_size(findings) && strcmp(r.cases[r.count - 1].verdict, "PASS"))
        doubt = "its result is another one under the bug finder";
    else if (warned && !json_array_size(findings))
        doubt = "the bug finder warns: two threads write the same element, the same value";
    end_process(&r);
    return doubt;
}

static void find_bugs(const struct task *t, json_t *result)
{
    json_t *findings = json_array();
    const char *doubt = NULL;

    for (int i = 0; i < 2 && !json_array_size(findings); i++) {
        const char *now = look_for_bugs(t, i, findings);
        doubt = now ? now : doubt;
    }
    if (doubt)
        json_object_set_new(result, "doubt", json_string(doubt));
    json_object_set_new(result, "findings", findings);
}

/* ---- speed ---------------------------------------------------------------------------------- */

#define PAIRS         5
#define LEAST_SECONDS 0.2 /* of the answer's launches */
#define MOST_LAUNCHES (1 << 16)

/* Seconds of a launch, by the judge's clock; 0: they were too many for the case's time, -1: the
 * result after them was wrong. A fifth more or less launches than asked for, because none can then
 * know after which its result will be looked at. */
static double seconds_of(const struct task *t, const char *runner, int i, int launches)
{
    struct random *random = &t->v->known->random;
    unsigned long long seed = seed_of(t, "time", i);
    struct shape shape = timed_shape(t);

    *random = { seed, 0 };
    launches = (int)random_between(random, launches - launches / 5, launches + launches / 5 + 1);
    struct process r = begin_process(FOR_TIME, launches);
    add_case(&r, t, &shape, seed, false);
    run_process(&r, t->job, runner);
    judge_case(&r, 0, t->job);
    const char *verdict = r.cases[0].verdict;
    double seconds = r.ran.marks[1] - r.ran.marks[0];
    end_process(&r);
    if (!strcmp(verdict, "PASS"))
        return seconds / launches;
    return !strcmp(verdict, "WRONG") || !strcmp(verdict, "TODO") ? -1 : 0;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

/* The time of the answer by that of the submission: the median of some pairs; 0 where a timed run
 * of the submission had a wrong result. */
static void measure(const struct task *t, json_t *result)
{
    const struct job *job = t->job;
    double ratios[PAIRS];
    int launches = 2, wrong = 0;

    while (launches < MOST_LAUNCHES &&
           seconds_of(t, job->answer, 0, launches) * launches < LEAST_SECONDS)
        launches *= 4;
    for (int i = 0; i < PAIRS; i++) {
        double ours = seconds_of(t, job->answer, i, launches);
        double theirs = seconds_of(t, job->runner, i, launches);
        ratios[i] = ours > 0 && theirs > 0 ? ours / theirs : 0;
        wrong += theirs < 0;
    }
    qsort(ratios, PAIRS, sizeof(*ratios), by_size);
    json_object_set_new(result, "ratio", json_real(wrong ? 0 : ratios[PAIRS / 2]));
    if (wrong)
        json_object_set_new(result, "doubt",
                            json_string("wrong after many launches, when its speed was measured"));
}

/* ---- a student's exercises of this lab ------------------------------------------------------ */

static const struct version *version_of(const struct run *run, const char *exercise)
{
    for (int i = 0; i < run->version_count; i++) {
        const struct version *v = &run->versions[i];
        if (v->exercise && v->run && !strncmp(v->name, "gpu_", 4) && !strcmp(v->name + 4, exercise))
            return v;
    }
    broken("%s has no exercise %s", run->lab->name, exercise);
}

static json_t *judge_exercise(const struct job *job, struct run *run, const json_t *wanted)
{
    const char *exercise = text_in(wanted, "exercise");
    const struct task t = { job, run, version_of(run, exercise), exercise };
    json_t *result = json_pack("{s:s, s:s, s:s}", "lab", run->lab->name, "exercise", exercise,
                               "what", t.v->what);

    judge_cases(&t, json_integer_value(json_object_get(wanted, "cases")), result);
    bool passed = !strcmp(json_string_value(json_object_get(result, "verdict")), "PASS");
    if (passed && job->finder)
        find_bugs(&t, result);
    if (passed && job->counter && !judge_goals(&t, result))
        check_surroundings(&t);
    if (passed && json_is_true(json_object_get(wanted, "speed")))
        measure(&t, result);
    return result;
}

void run_instead(struct run *run, int, char **)
{
    const struct job job = read_job(stdin);
    json_t *results = json_array(), *wanted;
    size_t i;

    run->options.quick = !job.gpu; /* the device itself is the runner's: it may serve one process */
    json_array_foreach(job.exercises, i, wanted)
        json_array_append_new(results, judge_exercise(&job, run, wanted));
    if (json_dumpf(results, stdout, JSON_INDENT(1)) || fclose(stdout))
        broken("the result cannot be written");
    exit(0);
}
