/* The runner: one lab with a submission's file, and this in place of the lab's run. It runs one
 * version on the inputs that the judge has sealed, and writes the output; it holds no reference, no
 * score and no secret, because the submission may take it over as a whole. */
#include "common/engine/parts.h"
#include "protocol.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include "common/engine/timing.h"

static void give_up(const char *why)
{
    fprintf(stderr, "runner: %s\n", why);
    exit(3);
}

/* The first case, and where the cases end. */
static const struct case_head *read_cases(const struct case_head **end)
{
    struct stat about;

    if (fstat(CASE_FILE, &about) || (size_t)about.st_size < sizeof(struct case_head))
        give_up("there is no case on descriptor 3");
    void *bytes = mmap(NULL, about.st_size, PROT_READ, MAP_PRIVATE, CASE_FILE, 0);
    if (bytes == MAP_FAILED)
        give_up("descriptor 3 cannot be read");
    *end = (const struct case_head *)((char *)bytes + about.st_size);
    return (const struct case_head *)bytes;
}

static const struct case_head *next_case(const struct case_head *head)
{
    return (const struct case_head *)((const char *)head + case_bytes(head));
}

static void write_all(const void *bytes, size_t count)
{
    const char *at = (const char *)bytes;

    while (count) {
        ssize_t written = write(REPLY_FILE, at, count);
        if (written <= 0)
            give_up("descriptor 4 cannot be written");
        at += written;
        count -= written;
    }
}

static void fill(struct array *array, const char *bytes)
{
    if (!array->count)
        return;
    memcpy(array->host, bytes, array->bytes);
    array_send(array);
}

/* false: the output is still poison everywhere, because an exercise that is not written yet
 * launches nothing. */
static bool was_written(const struct array *c)
{
    const unsigned char *bytes = (const unsigned char *)c->host;

    for (size_t i = 0; i < c->bytes; i++)
        if (bytes[i] != c->poison)
            return true;
    return false;
}

/* What the version runs; run_and_time takes its place. */
static void (*students_run)(const struct problem *p);
static double launcher_ms;

static void run_and_time(const struct problem *p)
{
    struct begun begun = begun_now();

    students_run(p);
    launcher_ms = own_ms(&begun);
}

#define BUSY_MS    5   /* a launch takes microseconds, the first one somewhat more */
#define BUSY_SHARE 0.2 /* share of the time until the kernel has ended */

/* By the clock, or what this process has computed, if that is less: on a busy machine both the
 * launcher and its kernel take long by the clock. */
struct start {
    double at_ms, computed_ms;
};

static double computed_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return t.tv_sec * 1e3 + t.tv_nsec / 1e6;
}

static struct start start_now(void)
{
    return { now_ms(), computed_ms() };
}

/* Has a launcher that was called at `start` worked itself? */
static bool is_busy(const struct start *start)
{
    double all = fmin(now_ms() - start->at_ms, computed_ms() - start->computed_ms);

    return launcher_ms > fmax(BUSY_MS, BUSY_SHARE * all);
}

/* A launcher that waits breaks its contract, but its result may be right: so it is reported
 * separately, and the other checks still run. */
static void take_waiting(struct check *check, char waited[256])
{
    if (!check->wrong || check->lost || !strstr(check->message, ": the launcher waited for"))
        return;
    snprintf(waited, 256, "%.255s", check->message);
    check->wrong = 0;
    check->message[0] = 0;
}

/* One run on the inputs of a round, as in a lab. Whether anything was written is for the judge to
 * say; a launcher FROM_HOST that wrote nothing would seem to have left d_c out. */
static void run_round(struct run *run, struct problem *p, const struct case_head *head, int round,
                      struct case_reply *reply, double *host_ms)
{
    const bool from_host = p->version->where == FROM_HOST;
    struct known *known = p->version->known;
    const char *inputs = (const char *)(head + 1) + round * (head->a_bytes + head->b_bytes);

    fill(&p->a, inputs);
    fill(&p->b, inputs + head->a_bytes);
    p->seed = head->seed[round];
    known->random = { head->poison[round], 0 };
    run->turn = head->slow + round; /* decides which stream is slow */
    known->check.written = 1;
    const struct start start = start_now();
    if (head->in_part)
        in_part_begin(p, head->poison[round] | 1);
    bool fine = head->counted ? count_run(run, p) : run_once(run, p);
    reply->in_part |= in_part_end();
    if (!fine || (from_host && !was_written(&p->c)))
        return;
    if (!from_host && is_busy(&start))
        *host_ms = launcher_ms;
    check_result(p, from_host);
    if (was_written(&p->c))
        check_calls(run, p);
}

static int sees_float4_here; /* in a build that counts; asked before the submission has run */
static int marks;            /* written for this case */

static void mark(void)
{
    write_all("", 1);
    marks++;
}

/* The judge's clock runs between the marks. The first round has loaded the kernel; new inputs and
 * poison come in the next one, whose output shows whether launches still do their work. */
static void run_for_time(const struct problem *p, int launches)
{
    mark();
    for (int i = 0; i < launches; i++)
        students_run(p);
    cudaDeviceSynchronize();
    mark();
}

/* The launcher once more, with other inputs, if it seems to have worked itself: the first launch of
 * a kernel loads it, and a buffer may have grown, but only what every call does counts. */
static void look_again(struct run *run, struct problem *p, double *host_ms)
{
    const double before = *host_ms;

    if (before == 0 || p->version->known->check.wrong)
        return;
    *host_ms = 0;
    problem_change(p);
    const struct start start = start_now();
    if (run_once(run, p) && is_busy(&start))
        *host_ms = fmin(before, launcher_ms);
}

/* Runs all rounds in the same memory and copies their outputs. true: something was written. */
static bool run_rounds(struct run *run, struct problem *p, const struct case_head *head,
                       char *outputs, struct case_reply *reply)
{
    struct check *check = &p->version->known->check;
    bool written = false;

    for (int round = 0; round < head->rounds && !check->lost; round++) {
        double ms = 0;
        run_round(run, p, head, round, reply, &ms);
        take_waiting(check, reply->waited);
        memcpy(outputs + round * p->c.bytes, p->c.host, p->c.bytes);
        written |= was_written(&p->c);
        if (!check->lost && head->launches && round == 0)
            run_for_time(p, head->launches);
        if (!check->lost)
            look_again(run, p, &ms);
        reply->host_ms = fmax(reply->host_ms, ms);
    }
    return written;
}

static void run_case(struct run *run, struct problem *p, const struct case_head *head,
                     char *outputs, struct case_reply *reply)
{
    const struct version *v = p->version;
    struct check *check = &v->known->check;
    bool written = false;

    if (head->contract) /* as in a lab, where the contract is not looked at in the first run */
        check_shape(run, v, v->known->experiment->shapes.awkward[0]);
    if (!check->lost && problem_begin(run, p, ""))
        written = run_rounds(run, p, head, outputs, reply);
    if (!check->lost)
        problem_end(run, p);
    if (head->contract && written && !check->wrong && !*reply->waited)
        check_contract(run, v);
    take_waiting(check, reply->waited);
}

static void take_count(enum counter which, const struct counter_value &value,
                       struct case_reply *reply)
{
    struct reply_count *count = &reply->counts[which];

    *count = { value.all, value.in_one_block, value.whole, "" };
    snprintf(count->line, sizeof(count->line), "%.79s", value.line);
}

/* What was counted for the version's goals. */
static void take_counts(const struct run *run, const struct problem *p, struct case_reply *reply)
{
    const struct counter_value nothing = {};

    reply->sees_float4 = sees_float4_here;
    take_count(GLOBAL_BYTES, count_of(GLOBAL_BYTES), reply);
    take_count(ATOMICS, count_of(ATOMICS), reply);
    for (const struct goal *g = run->experiment->goals; g && g->version; g++) {
        if (strcmp(g->version, p->version->name))
            continue;
        struct counter_value value = count_of(g->counts);
        if (judge_goal(g, p, &value, NULL, &nothing, true).state != judged::MET)
            find_line(g->counts, &value);
        take_count(g->counts, value, reply);
    }
}

/* The output of each round as it is before the run. */
static char *unwritten_outputs(const struct problem *p, const struct case_head *head)
{
    char *outputs = (char *)host_memory(p->c.bytes * head->rounds);

    for (int round = 0; round < head->rounds; round++) {
        struct random random = { head->poison[round], 0 };
        memset(outputs + round * p->c.bytes, draw_poison(&p->c, &random), p->c.bytes);
    }
    return outputs;
}

/* false: no other case can run in this process. */
static bool run_and_reply(struct run *run, const struct version *v, const struct case_head *head)
{
    struct check *check = &v->known->check;
    const struct shape shape = shape_of_head(head);
    struct problem p = problem_of(v, &shape);
    struct case_reply reply = {};
    double start = now_ms();

    check_begin(check, v->name, v->what, v->exercise);
    if (head->magic != CASE_MAGIC || p.a.bytes != head->a_bytes || p.b.bytes != head->b_bytes ||
        p.c.bytes != head->c_bytes)
        give_up("the case is of another kit");
    char *outputs = unwritten_outputs(&p, head);
    run_case(run, &p, head, outputs, &reply);
    if (head->counted)
        take_counts(run, &p, &reply);
    reply.magic = REPLY_MAGIC;
    reply.lost = check->lost;
    reply.seconds = (now_ms() - start) / 1000;
    memcpy(reply.finding, check->message, sizeof(reply.finding));
    while (head->launches && marks < TIME_MARKS) /* it was lost before */
        mark();
    write_all(&reply, sizeof(reply));
    write_all(outputs, p.c.bytes * head->rounds);
    free(outputs);
    return !check->lost;
}

void run_instead(struct run *run, int, char **)
{
    const struct case_head *end, *head = read_cases(&end);
    const struct version *v = find_version(run, head->version);

    keep_mode(); /* before anything of the submission runs */
    run->device = device_open();
    run->options.quick = true;
    students_run = v->run;
    run->versions[v - run->versions].run = run_and_time;
    const bool counted = head->counted;
    if (counted && !observer.count)
        give_up("this build does not count");
    sees_float4_here = counted && sees_float4();
    while (head < end && run_and_reply(run, v, head))
        head = next_case(head);
    if (counted) /* without a table of all that was counted */
        _exit(0);
    exit(0);
}
