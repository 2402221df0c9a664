#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "judge.h"

extern "C" {
#include "solutions/grader/text.h"
}

/* Counts come from the process that the submission runs in, and a low one gives points. So the
 * process reports only numbers. Whether they are low enough is decided here, and whether the
 * counted run had the right output. Numbers that no such run can have, or none at all, flag the
 * exercise for the instructor. What cannot be seen from outside is a program that changes its own
 * counters in memory: its names are flagged like those of any other trick (flags.c). */

/* ---- the run that is counted ---------------------------------------------------------------- */

static bool is_same(const struct shape *x, const struct shape *y)
{
    return x->m == y->m && x->n == y->n && x->k == y->k && x->own == y->own;
}

#define MOST_RUNS 8 /* of an exercise */

/* The shapes at which an exercise is counted, each a case. */
struct counted_runs {
    struct process process;
    struct shape shapes[MOST_RUNS];
};

/* Returns its number. */
static int add_run(struct counted_runs *runs, const struct task *t, struct shape shape)
{
    const int count = runs->process.count;

    for (int i = 0; i < count; i++)
        if (is_same(&runs->shapes[i], &shape))
            return i;
    if (count == MOST_RUNS)
        broken("%s has goals at more than %d shapes", t->exercise, MOST_RUNS);
    unsigned long long seed = seed_of(t, "goal", count);
    t->v->known->random = { seed, 0 };
    runs->shapes[count] = shape;
    add_case(&runs->process, t, &shape, seed, false);
    return count;
}

/* Bytes of the output that are neither poison nor 0, which a memset could have written: a kernel
 * has stored them, if not by an atomic, which touches 8 of them at most and is not among the bytes.
 */
static bool is_possible(const struct one_case *c)
{
    const struct reply_count *counts = c->said.counts;
    const unsigned char *output = c->reply + sizeof(struct case_reply);
    size_t stored = 0;

    for (size_t i = 0; i < c->p.c.bytes; i++)
        stored += output[i] && output[i] != c->p.c.poison;
    return counts[GLOBAL_BYTES].all + 8.0 * counts[ATOMICS].all >= stored;
}

/* ---- goals ---------------------------------------------------------------------------------- */

static struct counter_value value_of(const struct one_case *c, enum counter which)
{
    const struct reply_count *count = &c->said.counts[which];
    struct counter_value value = { count->all, count->in_one_block, count->whole != 0, "" };

    return value;
}

/* What the feedback calls a goal: a row of results/advice.csv. */
static const char *kind_of(enum counter which)
{
    switch (which) {
    case THREADS_LAUNCHED:
        return "goal-threads";
    case LOADED_SECTORS:
    case STORED_SECTORS:
        return "goal-sectors";
    case LOADED_NARROW_BYTES:
    case STORED_NARROW_BYTES:
        return "goal-narrow";
    case LOADED_WAITING_BYTES:
        return "goal-waiting";
    case SHARED_BYTES:
    case SHARED_LOADED_BYTES:
    case SHARED_LOADED_ANEW_BYTES:
    case SHARED_STORES:
        return "goal-shared";
    case GLOBAL_ATOMICS:
    case ATOMICS_OF_A_WARP:
        return "goal-atomics";
    case WARP_BLOCKS:
        return "goal-blocks";
    case LOADS_OF_A_THREAD:
    case TRIPS_OF_A_THREAD:
        return "goal-alone";
    case COPIES_THAT_WAIT:
    case WAITS:
        return "goal-waits";
    case LONGEST_CHAIN:
        return "goal-chain";
    default:
        return "goal-bytes";
    }
}

static void add_missed(const struct goal *g, const struct one_case *c, double value, json_t *missed)
{
    char *line =
        text_clean(c->said.counts[g->counts].line, strnlen(c->said.counts[g->counts].line, 79), 80);

    json_array_append_new(missed,
                          json_pack("{s:s, s:f, s:f, s:s, s:s, s:s}", "kind", kind_of(g->counts),
                                    "count", value, "most", g->most, "says", g->says[0], "says_es",
                                    g->says[1], "line", line));
    free(line);
}

/* One goal of the exercise, and the runs that count it. */
struct asked {
    const struct goal *goal;
    int at, minus; /* -1: nothing is taken away */
};

/* `missed` gets the goal if it is. false: not counted. */
static bool look_at_goal(const struct asked *a, const struct counted_runs *runs, json_t *missed)
{
    const struct one_case *cases = runs->process.cases;
    const struct problem *minus = a->minus < 0 ? NULL : &cases[a->minus].p;
    const struct one_case *c = &cases[a->at];
    struct counter_value count = value_of(c, a->goal->counts), less = {};

    if (minus)
        less = value_of(&cases[a->minus], a->goal->counts);
    const struct judged judged =
        judge_goal(a->goal, &c->p, &count, minus, &less, c->said.sees_float4);
    if (judged.state == judged::MISSED)
        add_missed(a->goal, c, judged.value, missed);
    return judged.state != judged::UNCOUNTED;
}

#define MOST_GOALS 8

/* Sets `doubt` where the runs do not count. "missed": the output is wrong there; "elsewhere": it is
 * right, but not from the kernels that were counted; "none": something else has happened; NULL:
 * they do count. */
static const char *look_at_runs(struct counted_runs *runs, const struct task *t, const char **doubt)
{
    for (int i = 0; i < runs->process.count; i++) {
        struct one_case *c = &runs->process.cases[i];
        srand((unsigned)c->seed);
        judge_case(&runs->process, i, t->job);
        if (!strcmp(c->verdict, "WRONG") || !strcmp(c->verdict, "TODO")) {
            *doubt = "its result is wrong in the run that is counted";
            return "missed";
        }
        if (strcmp(c->verdict, "PASS")) {
            *doubt = "its goal is not counted: the run that is counted gave no result";
            return "none";
        }
        if (!is_possible(c)) {
            *doubt = "its kernels were counted with fewer bytes than its result has";
            return "elsewhere";
        }
    }
    return NULL;
}

/* Each goal is counted at its drawn shape, which nobody can foresee, or at its own if none is
 * drawn: at both the counters would take most of a student's time. */
static int add_goals(struct counted_runs *runs, const struct task *t, struct asked *asked)
{
    const unsigned long long seed = seed_of(t, "goal", -1);
    int count = 0;

    for (const struct goal *g = t->run->experiment->goals; g && g->version; g++) {
        if (strcmp(g->version, t->v->name))
            continue;
        if (count == MOST_GOALS)
            broken("%s has more than %d goals", t->exercise, MOST_GOALS);
        asked[count++] = { g, add_run(runs, t, shape_of_goal(t->v, g, g->shape.draw != NULL, seed)),
                           is_given(&g->shape.minus) ? add_run(runs, t, g->shape.minus) : -1 };
    }
    return count;
}

bool judge_goals(const struct task *t, json_t *result)
{
    struct counted_runs runs = { begin_process(FOR_COUNTS, 0), {} };
    struct asked asked[MOST_GOALS];
    const int count = add_goals(&runs, t, asked);
    json_t *missed = json_array();
    const char *doubt = NULL, *state = NULL;

    if (count) {
        run_process(&runs.process, t->job, t->job->counter);
        state = look_at_runs(&runs, t, &doubt);
    }
    for (int i = 0; i < count && !state; i++)
        if (!look_at_goal(&asked[i], &runs, missed))
            doubt = "its goal is not counted: the counters have not seen all";
    if (count && !state)
        state = json_array_size(missed) ? "missed" : doubt ? "none" : "met";
    if (doubt && strcmp(state, "met") && !json_array_size(missed))
        json_object_set_new(result, "uncounted", json_string(doubt));
    if (count && !strcmp(state, "elsewhere")) {
        json_object_set_new(result, "elsewhere", json_true());
        state = "missed";
    }
    if (count)
        json_object_set_new(result, "goal", json_string(state));
    json_object_set_new(result, "goals", missed);
    bool replied = runs.process.ran.reply_got == runs.process.reply_bytes;
    end_process(&runs.process);
    return !count || replied;
}
