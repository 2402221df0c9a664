#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "batch.h"
#include "journal.h"
#include "keys.h"
#include "result.h"
#include "solutions/grader/json.h"
#include "solutions/grader/memory.h"
#include "solutions/grader/text.h"
#include "stop.h"
#include "student.h"

#define TRIES     3           /* for each student */
#define FREE_DISK (128 << 20) /* bytes that must be free before a student is begun */

/* How far the grading of a class is. */
struct progress {
    const struct batch *b;
    int jobs; /* how many run at a time */
    struct running {
        pid_t pid;
        int student; /* index of all->list */
    } running[MAX_JOBS];
    int live;      /* entries of running */
    int next;      /* index of the student who is begun next */
    int done;      /* students who have a result, */
    int faults;    /* and how many of these are a NOT_GRADED */
    int *failures; /* for each student, how often the process that grades has failed */
    time_t begun;
};

/* ---- who gets graded ------------------------------------------------------------------------- */

/* The key of a student's lines in the journal. It also depends on the id, because two students may
 * hand in the same files. */
static void journal_key(const struct grading *g, const struct submission *s, char hex[65])
{
    char key[65], *both;

    key_of(g, s, key);
    both = text_of("%s\n%s", s->id, key);
    sha256_of(both, strlen(both), hex);
    free(both);
}

/* An exercise that ran out of time is graded again where it may have more now. */
static bool may_have_more_time(const struct grading *g, const json_t *results)
{
    const json_t *extra = json_object_get(results, "extra_data");

    return ran_out_of_time(results) && (!json_is_true(json_object_get(extra, "alone")) ||
                                        json_amount(extra, "case_seconds") < g->case_seconds);
}

/* Is there a result of exactly these files, this kit, this rubric, and no NOT_GRADED? */
static bool has_result(const struct grading *g, const struct submission *s)
{
    char *path = result_path(g, s->id), key[65];
    json_t *results = json_load_file(path, 0, NULL);
    const json_t *extra = json_object_get(results, "extra_data");

    key_of(g, s, key);
    bool result = !strcmp(json_text(extra, "key"), key) &&
                  strcmp(json_text(extra, "verdict"), "NOT_GRADED") &&
                  strcmp(json_text(extra, "verdict"), "GRADER_ERROR") && /* its name before */
                  !may_have_more_time(g, results);
    json_decref(results);
    free(path);
    return result;
}

static bool is_to_be_graded(struct progress *p, const struct submission *s)
{
    const struct grading *g = p->b->g;
    char key[65];

    if (p->b->only)
        return true;
    journal_key(g, s, key);
    if (journal_times_down(key) < TRIES)
        return !has_result(g, s);
    give_up_student(g, s, "the machine went down three times while it graded this one");
    p->faults++;
    return false;
}

/* ---- a process for each student ------------------------------------------------------------- */

/* If the disk were full, the compiler would fail, as if the student's file were wrong. */
static void need_disk(const struct grading *g)
{
    struct statvfs disk;

    if (!statvfs(g->out, &disk) && (double)disk.f_bavail * disk.f_frsize < FREE_DISK)
        stop("OUT=%s: no space left: fewer than 128 MiB are free there; make room, and run it "
             "again",
             g->out);
}

/* False: there is no process to be had. */
static bool start(struct progress *p, int index)
{
    const struct submission *s = &p->b->all->list[index];
    char key[65];

    need_disk(p->b->g);
    journal_key(p->b->g, s, key);
    journal_note_begun(key);
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        return false;
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        bool is_graded = grade_student(p->b->g, s);
        fflush(NULL);
        _exit(is_graded ? 0 : 1);
    }
    p->running[p->live++] = (struct running){ pid, index };
    return true;
}

/* The same; without a process no student is to blame. */
static void start_or_give_up(struct progress *p, int index)
{
    if (start(p, index))
        return;
    give_up_student(p->b->g, &p->b->all->list[index], "no process could be started");
    p->faults++;
    p->done++;
}

/* Starts the next student who has no result yet. 0: there is none. */
static int start_next(struct progress *p)
{
    const struct batch *b = p->b;
    int started = 0;

    for (; p->next < b->all->count && !started; p->next += b->parts) {
        struct submission *s = &b->all->list[p->next];
        if (b->only && strcmp(b->only, s->id))
            continue;
        read_files(b->g, s);
        started = is_to_be_graded(p, s);
        if (started)
            start_or_give_up(p, p->next);
        else
            p->done++;
        free_files(s);
    }
    return started;
}

/* The process that grades this student has failed: starts another one, or gives up. */
static void retry(struct progress *p, int index)
{
    const struct grading *g = p->b->g;
    struct submission *s = &p->b->all->list[index];

    read_files(g, s);
    if (++p->failures[index] < TRIES)
        start_or_give_up(p, index);
    else {
        give_up_student(g, s, "the grader failed three times while it graded this one");
        p->faults++;
        p->done++;
    }
    free_files(s);
}

/* Waits until a process has ended. Its status is 0, or 1 with a NOT_GRADED. */
static void finish_one(struct progress *p)
{
    int status, i = 0;
    pid_t pid = wait(&status);

    while (i < p->live && p->running[i].pid != pid)
        i++;
    if (i == p->live)
        return;
    int index = p->running[i].student;
    p->running[i] = p->running[--p->live];
    if (!WIFEXITED(status) || WEXITSTATUS(status) > 1) {
        retry(p, index);
        return;
    }
    p->faults += WEXITSTATUS(status);
    p->done++;
}

/* ---- the batch ------------------------------------------------------------------------------ */

/* Prints, on a terminal, how many are graded, and how long the rest will take. */
static void say_progress(const struct progress *p)
{
    const struct batch *b = p->b;
    int total = 0;

    if (!isatty(2))
        return;
    for (int i = b->part; i < b->all->count; i += b->parts)
        total++;
    double seconds = difftime(time(NULL), p->begun);
    fprintf(stderr, "\r%d of %d graded", p->done, total);
    if (p->done > 1 && p->done < total)
        fprintf(stderr, ", about %.0f min left ", ceil(seconds / p->done * (total - p->done) / 60));
    fprintf(stderr, "\033[K");
    if (p->done == total)
        fputc('\n', stderr);
}

/* From the first student of this part to the last. */
static void grade_rest(struct progress *p)
{
    for (int more = 1; more || p->live;) {
        while (more && p->live < p->jobs)
            more = start_next(p);
        say_progress(p);
        if (p->live)
            finish_one(p);
    }
    say_progress(p);
}

/* One at a time in the end, because only then the others' programs take no time from theirs. */
static void grade_again_alone(struct progress *p)
{
    p->b->g->alone = true;
    p->jobs = 1;
    p->next = p->b->part;
    p->done = p->faults = 0;
    grade_rest(p);
}

int grade_all(const struct batch *b)
{
    struct progress p = { .b = b, .jobs = b->jobs, .next = b->part, .begun = time(NULL) };

    b->g->alone = b->jobs == 1 || b->only;
    p.failures = needed(calloc(b->all->count, sizeof(*p.failures)));
    grade_rest(&p);
    if (!b->g->alone)
        grade_again_alone(&p);
    free(p.failures);
    return p.faults;
}
