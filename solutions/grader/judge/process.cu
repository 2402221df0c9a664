#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <string>
#include "judge.h"

extern "C" {
#include "solutions/grader/file.h"
#include "solutions/grader/memory.h"
}

#define PROCESSES     64
#define FINDER_FILE   (16ul << 20)
#define SOURCE_BYTES  (1ul << 20)
#define SMALL_PROBLEM (1ul << 20) /* bytes; problems below it get several rounds */

/* ---- the file of cases ---------------------------------------------------------------------- */

const struct case_head *head_of(const struct one_case *c)
{
    return (const struct case_head *)c->bytes;
}

const char *inputs_of(const struct one_case *c, int round)
{
    return c->bytes + sizeof(struct case_head) + round * (c->p.a.bytes + c->p.b.bytes);
}

static size_t marks_of(const struct case_head *head)
{
    return head->launches ? TIME_MARKS : 0;
}

static size_t reply_bytes(const struct case_head *head)
{
    return marks_of(head) + sizeof(struct case_reply) + head->rounds * head->c_bytes;
}

struct process begin_process(enum kind kind, int launches)
{
    struct process r = {};

    r.kind = kind;
    r.launches = launches;
    r.file = memfd_create("cases", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (r.file < 0)
        broken("no memory for a case: %s", strerror(errno));
    return r;
}

static void write_at(const struct process *r, const void *bytes, size_t count, size_t at)
{
    while (count) {
        ssize_t written = pwrite(r->file, bytes, count, at);
        if (written <= 0)
            broken("no memory for a case: %s", strerror(errno));
        bytes = (const char *)bytes + written;
        count -= written;
        at += written;
    }
}

/* The problem of a shape, with memory and inputs. What shape.own points to is copied, because a lab
 * may draw the next shape into the same place; and the memory of students' functions, which here
 * are those of the answers, is not needed. */
static void begin_problem(struct one_case *c, const struct task *t, struct shape shape)
{
    size_t own_bytes = t->v->known->experiment->shapes.own_bytes;

    if (shape.own) {
        if (!own_bytes || own_bytes > MAX_OWN)
            broken("a shape's own struct has %zu bytes, and not 1 to %d", own_bytes, MAX_OWN);
        c->own = memcpy(needed(malloc(own_bytes)), shape.own, own_bytes);
        shape.own = c->own;
    }
    c->p = problem_of(t->v, &shape);
    for (struct array *array : { &c->p.a, &c->p.b, &c->p.c }) {
        array->place = NULL;
        array_allocate_host(array); /* the device is the runner's */
    }
    problem_draw(&c->p);
}

static int rounds_of(const struct process *r, const struct problem *p, bool contract)
{
    if (r->kind == FOR_TIME)
        return 2;
    if (r->kind == FOR_FINDER)
        return r->warms_up ? MAX_ROUNDS : 1;
    if (r->kind == FOR_COUNTS || p->a.bytes + p->b.bytes + p->c.bytes >= SMALL_PROBLEM)
        return 1;
    return contract ? MAX_ROUNDS : 2;
}

static struct case_head make_head(const struct process *r, const struct one_case *c, bool contract)
{
    const struct problem *p = &c->p;
    struct case_head head = {};

    head.magic = CASE_MAGIC;
    snprintf(head.version, sizeof(head.version), "%s", p->version->name);
    head.m = p->shape.m;
    head.n = p->shape.n;
    head.k = p->shape.k;
    head.has_own = c->own != NULL;
    if (c->own)
        memcpy(head.own, c->own, p->version->known->experiment->shapes.own_bytes);
    head.rounds = rounds_of(r, p, contract);
    head.launches = r->launches;
    head.contract = contract;
    head.in_part =
        r->kind == FOR_RESULT && !r->whole && p->version->known->experiment->shapes.in_part;
    head.counted = r->kind == FOR_COUNTS;
    head.slow = (int)random_between(&p->version->known->random, 0, 11);
    head.a_bytes = p->a.bytes;
    head.b_bytes = p->b.bytes;
    head.c_bytes = p->c.bytes;
    return head;
}

void add_case(struct process *r, const struct task *t, const struct shape *shape,
              unsigned long long seed, bool contract)
{
    struct one_case c = {};
    struct problem *p = &c.p;

    c.seed = seed;
    c.at = r->file_bytes;
    begin_problem(&c, t, *shape);
    struct case_head head = make_head(r, &c, contract);
    for (int round = 0; round < head.rounds; round++) {
        size_t at = c.at + sizeof(head) + round * (p->a.bytes + p->b.bytes);
        if (round)
            problem_change(p);
        write_at(r, p->a.host, p->a.bytes, at);
        write_at(r, p->b.host, p->b.bytes, at + p->a.bytes);
        head.seed[round] = p->seed;
        head.poison[round] = random_next(&t->v->known->random);
    }
    write_at(r, &head, sizeof(head), c.at);
    r->file_bytes += case_bytes(&head);
    r->reply_bytes += reply_bytes(&head);
    r->cases = (struct one_case *)list_grown(r->cases, r->count, sizeof(c));
    r->cases[r->count++] = c;
}

/* From here on nobody can change the file. */
static void seal(struct process *r)
{
    if (ftruncate(r->file, r->file_bytes) ||
        fcntl(r->file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        broken("a case cannot be sealed: %s", strerror(errno));
    r->bytes = (char *)mmap(NULL, r->file_bytes, PROT_READ, MAP_SHARED, r->file, 0);
    if (r->bytes == MAP_FAILED)
        broken("no memory for a case: %s", strerror(errno));
}

/* ---- the runner ----------------------------------------------------------------------------- */

/* As many students are graded at once as there are cores, so a runner has one thread. What only the
 * bug finder needs the others get as well, or a submission could tell them apart. */
#define ENVIRONMENT                                                                                \
    "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "OMP_THREAD_LIMIT=32", "TMPDIR=.",              \
        "CPU_DEVICE_CHECK_JSON=/dev/stdout", "CPU_DEVICE_COVER=1",                                 \
        "PATH=/usr/local/bin:/usr/bin:/bin"

/* The words, then the job's; NULL ends. */
static const char *const *with(const char *const *words, const char *const *of_job)
{
    static const char *lists[2][2 * SANDBOX_FOLDERS];
    static int used;
    const char **list = lists[used++ % 2];
    int count = 0;

    for (; *words; words++)
        list[count++] = *words;
    for (; *of_job; of_job++)
        list[count++] = *of_job;
    list[count] = NULL;
    return list;
}

/* The bug finder and the counters start addr2line, to find line numbers, and write temporary files
 * in `folder`, a part of the one that the file was compiled in; in file names they print the
 * source's name alone. */
static void set_up_finder(struct sandbox_job *limits, const struct job *job, const char *folder)
{
    static char compiled_in[PATH_MAX];
    static const char *const environment[] = { ENVIRONMENT, "LAB_CHECK=1", compiled_in, NULL };

    snprintf(compiled_in, sizeof(compiled_in), "CPU_DEVICE_CALLED_IN=%.*s",
             (int)(strrchr(folder, '/') - folder), folder);
    limits->environment = environment;
    limits->linger = job->seconds; /* its report comes after the reply */
    remove_tree(folder);           /* what an earlier run left in it */
    if (mkdir(folder, 0700))
        broken("%s: %s", folder, strerror(errno));
    limits->folder = folder;
    limits->file_bytes = FINDER_FILE;
    limits->may_fork = true;
}

/* The program names its lines as "vector_add.cu:7" and looks for the file where it runs. */
static void lay_source(const char *source, const char *folder)
{
    std::string to = std::string(folder) + strrchr(source, '/');
    size_t bytes;
    char *text = file_read_foreign(AT_FDCWD, source, SOURCE_BYTES, &bytes);

    if (text && file_save(to.c_str(), text, bytes))
        broken("%s: %s", to.c_str(), strerror(errno));
    free(text);
}

static struct sandbox_job limits_of(const struct process *r, const struct job *job)
{
    static const char *const environment[] = { ENVIRONMENT, NULL };
    struct sandbox_job limits = {};

    limits.environment = with(environment, job->environment);
    limits.input = r->file;
    limits.reply = r->reply;
    limits.reply_bytes = r->reply_bytes;
    limits.seconds = r->count > 1 ? ALL_CASES * job->seconds : job->seconds;
    limits.pause = job->seconds;
    limits.memory = RUNNER_MEMORY + 8 * r->file_bytes + 8 * r->reply_bytes;
    limits.processes = PROCESSES;
    limits.log_bytes = r->count * LOG_LIMIT;
    limits.gpu = job->gpu;
    if (r->kind == FOR_FINDER)
        set_up_finder(&limits, job, job->finder_folder);
    if (r->kind == FOR_COUNTS) {
        set_up_finder(&limits, job, job->counter_folder);
        lay_source(job->source, job->counter_folder);
    }
    return limits;
}

/* Finds the reply to each case in the bytes that have come. */
static void divide_reply(struct process *r)
{
    size_t came = 0;

    for (int i = 0; i < r->count; i++) {
        struct one_case *c = &r->cases[i];
        c->bytes = r->bytes + c->at;
        const unsigned char *reply = r->reply + came + marks_of(head_of(c));
        came += reply_bytes(head_of(c));
        c->reply = came <= r->ran.reply_got ? reply : NULL;
    }
}

/* How many programs the system has killed for lack of memory; 0: it does not say. */
static long long count_oom_kills()
{
    FILE *file = fopen("/proc/vmstat", "r");
    char line[128];
    long long count = 0;

    while (file && fgets(line, sizeof(line), file))
        sscanf(line, "oom_kill %lld", &count);
    if (file)
        fclose(file);
    return count;
}

/* A runner that is killed runs once more: by its own hand it ends so again. */
static void run_unless_killed(struct process *r, const struct job *job, struct sandbox_job *limits)
{
    long long before = count_oom_kills();
    char why[512];

    for (int i = 0; i < 2; i++) {
        if (sandbox_run(job->level, limits, &r->ran, why))
            broken("%s", why);
        if (i || r->ran.end != SIGNALLED || r->ran.signal != SIGKILL)
            return;
        if (count_oom_kills() > before)
            broken("the system had no memory left, and killed programs");
        free(r->ran.log);
        r->ran = {};
    }
}

void run_process(struct process *r, const struct job *job, const char *runner)
{
    const char *const argv[] = { runner, NULL }, *const readable[] = { runner, NULL };

    seal(r);
    r->reply = (unsigned char *)host_memory(r->reply_bytes);
    struct sandbox_job limits = limits_of(r, job);
    limits.argv = argv;
    limits.trusted = runner == job->answer;
    limits.readable = with(readable, job->readable);
    run_unless_killed(r, job, &limits);
    divide_reply(r);
}

void end_process(struct process *r)
{
    for (int i = 0; i < r->count; i++) {
        for (struct array *array : { &r->cases[i].p.a, &r->cases[i].p.b, &r->cases[i].p.c })
            array_free(array);
        free(r->cases[i].own);
    }
    if (r->bytes)
        munmap(r->bytes, r->file_bytes);
    close(r->file);
    free(r->reply);
    free(r->ran.log);
    free(r->cases);
}
