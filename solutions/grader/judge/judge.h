/* What the parts of the judge of a lab share; ../README.md says what each does. */
#pragma once

#include <jansson.h>
#include "common/engine/parts.h"
#include "protocol.h"

extern "C" {
#include "solutions/grader/sandbox/sandbox.h"
}

/* ---- job.cu --------------------------------------------------------------------------------- */

/* Ends the judge with status 2 and a line on stderr: the grader's own fault. */
void broken(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));

struct job {
    enum sandbox_level level;
    const char *secret, *id, *lab;
    const char *runner, *answer; /* programs: of the student, and with the answers */
    const char *finder,
        *counter; /* the runner that looks for bugs, or counts; NULL: there is none */
    const char *finder_folder, *counter_folder; /* which these may write */
    const char *source; /* the student's file, of which the counter reads lines */
    double seconds;     /* of a case */
    bool gpu;
    /* What else the runner may read and gets, for its GPU's libraries; NULL ends. */
    const char *readable[SANDBOX_FOLDERS + 1], *environment[SANDBOX_FOLDERS + 1];
    const json_t *exercises; /* [{"exercise": "ex31", "cases": 12, "speed": false}, ...] */
};

struct job read_job(FILE *file);
const char *text_in(const json_t *object, const char *name); /* it must be there */

/* An exercise of the student that is judged. */
struct task {
    const struct job *job;
    struct run *run;
    const struct version *v;
    const char *exercise; /* ex31 */
};

/* ---- cases.cu ------------------------------------------------------------------------------- */

/* A seed made from the secret, so that nobody else can foresee it, and a run that continues a
 * killed one has the same. `what` and `i` distinguish the seeds of an exercise. */
unsigned long long seed_of(const struct task *t, const char *what, int i);

struct shape shape_of_case(const struct task *t, int i);
struct shape finder_shape(const struct task *t); /* a small one, where a race has room to show */
struct shape tiny_shape(const struct task *t);
struct shape timed_shape(const struct task *t);

/* ---- process.cu ----------------------------------------------------------------------------- */

#define RUNNER_MEMORY (3ul << 30) /* bytes, besides what the case needs */
#define LOG_LIMIT     (1ul << 20) /* bytes that may be printed, for each case */
#define ALL_CASES     10 /* times the seconds of one case: limit for all cases of a process */

enum kind { FOR_RESULT, FOR_FINDER, FOR_COUNTS, FOR_TIME };

/* A case: its inputs, what came back, and the verdict. */
struct one_case {
    struct problem p;
    void *own;                  /* a copy of what p.shape.own points to */
    unsigned long long seed;    /* of everything that is drawn for it */
    size_t at;                  /* where it begins in the file */
    const char *bytes;          /* its place in the sealed file */
    const unsigned char *reply; /* NULL: not all of it has come */
    const char *verdict;
    char note[512];
    struct case_reply said; /* the beginning of the reply */
};

/* The runner, and the cases that it runs one after the other. */
struct process {
    enum kind kind;
    int launches, count, file;
    bool whole;    /* no grid is run in part */
    bool warms_up; /* for the bug finder: the cases added now are not those that it is about */
    struct one_case *cases;
    size_t file_bytes, reply_bytes;
    char *bytes;
    unsigned char *reply;
    struct sandbox_result ran;
};

struct process begin_process(enum kind kind, int launches);

/* Draws the inputs of all rounds of a shape, and puts them into the file. */
void add_case(struct process *r, const struct task *t, const struct shape *shape,
              unsigned long long seed, bool contract);
/* A runner that somebody kills runs once more: by its own hand it ends so again. */
void run_process(struct process *r, const struct job *job, const char *runner);
void end_process(struct process *r);

const struct case_head *head_of(const struct one_case *c);
const char *inputs_of(const struct one_case *c, int round);

/* ---- verdict.cu ----------------------------------------------------------------------------- */

/* Sets verdict and note of case i, when the process has ended. */
void judge_case(struct process *r, int i, const struct job *job);
void set_verdict(struct one_case *c, const char *word, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- goals.cu ------------------------------------------------------------------------------- */

/* Counts the goals of an exercise whose results were right: sets `goal` (met, missed or none) and,
 * of each goal that is missed, a member of `goals`. Without goals neither is there. False: the
 * program that was counted gave no whole reply. */
bool judge_goals(const struct task *t, json_t *result);
