/* The judge of one lab: linked to the lab with the answers, and this in place of the lab's run. It
 * draws the cases of one student's exercises, has the runner run them in the sandbox, and only when
 * that is dead compares what came back with the right answer, on its own copy of the inputs.
 *
 *   judge <job.json >tests.json
 *
 * The job: {"level": 0, "secret": "...", "id": "ana", "lab": "lab03", "runner": PATH, "finder":
 * PATH, "finder_folder": PATH, "answer": PATH, "seconds": 20, "exercises": [{"exercise": "ex31",
 * "cases": 12, "speed": false}]}. The answer is a list of extra_data, one per exercise, as
 * RESULTS.md says. Status 0, or 2 and a line on stderr: the grader's own fault. */
#include "common/engine/parts.h"
#include "protocol.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <openssl/hmac.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" {
#include "solutions/grader/sandbox/sandbox.h"
#include "solutions/grader/text.h"
}

#define MEMORY     (3ul << 30) /* of a runner, beside what the case needs */
#define LOG_LIMIT  (1ul << 20)
#define PROCESSES  64
#define TWO_ROUNDS (1ul << 20) /* bytes of a case up to which it runs again in the same memory */
#define ALL_CASES  10          /* times the seconds of one, for an exercise */
#define LARGE      1000        /* elements, or n: where a race has room to show */
#define NO_KERNEL  2           /* status of the bug finder that has seen none */

static void broken(const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    fputs("judge: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    exit(2);
}

/* ---- the job -------------------------------------------------------------------------------- */

static json_t *job;

static const char *text_in(json_t *object, const char *name)
{
    const char *text = json_string_value(json_object_get(object, name));

    if (!text)
        broken("the job has no %s", name);
    return text;
}

/* What nobody can foresee who does not know the secret, and what is the same in a run that goes on
 * where another one was killed. */
static unsigned long long seed_from(const char *id, const char *exercise, const char *what, int i)
{
    char *text = text_of("%s\n%s\n%s\n%s\n%d", id, text_in(job, "lab"), exercise, what, i);
    const char *secret = text_in(job, "secret");
    unsigned char hash[EVP_MAX_MD_SIZE];
    unsigned long long seed;

    if (!HMAC(EVP_sha256(), secret, strlen(secret), (unsigned char *)text, strlen(text), hash,
              NULL))
        broken("no HMAC");
    free(text);
    memcpy(&seed, hash, sizeof(seed));
    return seed;
}

static unsigned long long seed_of(const char *exercise, const char *what, int i)
{
    return seed_from(text_in(job, "id"), exercise, what, i);
}

static unsigned long long seed_for_class(const char *exercise, const char *what)
{
    return seed_from("", exercise, what, 0);
}

/* ---- cases, and a process that runs them ---------------------------------------------------- */

enum kind { FOR_RESULT, FOR_FINDER, FOR_TIME };

/* One shape: what was drawn, what came back, and what that is worth. */
struct one_case {
    struct problem p;
    void *own;                  /* what p.shape.own points to */
    unsigned long long seed;    /* of all that is drawn */
    size_t at;                  /* where it begins in the file */
    const char *bytes;          /* there; sealed, so they stay what they are */
    const unsigned char *reply; /* NULL: not all of it has come */
    const char *verdict;
    char note[512];
    struct case_reply said; /* what the reply begins with */
};

/* The runner, and the cases that it runs one after the other. */
struct process {
    enum kind kind;
    int launches, count, file;
    struct one_case *cases;
    size_t file_bytes, reply_bytes;
    char *bytes;
    unsigned char *reply;
    struct sandbox_result ran;
};

static const struct case_head *head_of(const struct one_case *c)
{
    return (const struct case_head *)c->bytes;
}

static const char *inputs_of(const struct one_case *c, int round)
{
    return c->bytes + sizeof(struct case_head) + round * (c->p.a.bytes + c->p.b.bytes);
}

static size_t reply_bytes(const struct case_head *head)
{
    return sizeof(struct case_reply) + head->rounds * head->c_bytes;
}

static struct process begin_process(enum kind kind, int launches)
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

/* Draws the inputs of all rounds of a shape, and lays them into the file. */
static void add_case(struct run *run, struct process *r, const struct version *v,
                     const struct shape *shape, unsigned long long seed, int contract)
{
    struct one_case c = {};
    struct problem *p = &c.p;
    struct case_head head = {};

    c.seed = seed;
    c.at = r->file_bytes;
    const size_t own_bytes = shape->own ? v->known->experiment->shapes.own_bytes : 0;
    struct shape kept = *shape; /* the lab draws the next one into the same struct */

    if (own_bytes > sizeof(head.own))
        broken("a shape has too much of its own");
    if (own_bytes)
        kept.own = c.own = memcpy(host_memory(own_bytes), shape->own, own_bytes);
    *p = problem_of(v, &kept);
    p->a.place = p->b.place = p->c.place = NULL; /* no launcher runs in this memory */
    if (!problem_begin(run, p, ""))
        broken("no memory for a case");
    int small = p->a.bytes + p->b.bytes + p->c.bytes < TWO_ROUNDS;
    head.magic = CASE_MAGIC;
    snprintf(head.version, sizeof(head.version), "%s", v->name);
    head.shape = p->shape;
    head.own_bytes = own_bytes;
    if (own_bytes)
        memcpy(head.own, c.own, own_bytes);
    head.rounds = r->kind != FOR_RESULT || !small ? 1 : contract ? MAX_ROUNDS : 2;
    head.launches = r->launches;
    head.contract = contract;
    head.slow = (int)random_between(&v->known->random, 0, 11);
    head.a_bytes = p->a.bytes;
    head.b_bytes = p->b.bytes;
    head.c_bytes = p->c.bytes;
    for (int round = 0; round < head.rounds; round++) {
        size_t at = c.at + sizeof(head) + round * (p->a.bytes + p->b.bytes);
        if (round)
            problem_change(p);
        write_at(r, p->a.host, p->a.bytes, at);
        write_at(r, p->b.host, p->b.bytes, at + p->a.bytes);
        head.seed[round] = p->seed;
        head.poison[round] = random_next(&v->known->random);
    }
    write_at(r, &head, sizeof(head), c.at);
    r->file_bytes += case_bytes(&head);
    r->reply_bytes += reply_bytes(&head);
    r->cases = (struct one_case *)realloc(r->cases, (r->count + 1) * sizeof(c));
    if (!r->cases)
        broken("no memory for a case");
    r->cases[r->count++] = c;
}

static double case_seconds(void)
{
    return json_number_value(json_object_get(job, "seconds"));
}

/* Nobody can change the file any more. */
static void seal(struct process *r)
{
    if (ftruncate(r->file, r->file_bytes) ||
        fcntl(r->file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        broken("a case cannot be sealed: %s", strerror(errno));
    r->bytes = (char *)mmap(NULL, r->file_bytes, PROT_READ, MAP_SHARED, r->file, 0);
    if (r->bytes == MAP_FAILED)
        broken("no memory for a case: %s", strerror(errno));
}

static void run_process(struct process *r, const char *runner)
{
    const char *const argv[] = { runner, NULL }, *const readable[] = { runner, NULL };
    static const char *const plain[] = { "OPENBLAS_NUM_THREADS=1",
                                         "OMP_NUM_THREADS=1", /* a student for each core */
                                         "OMP_THREAD_LIMIT=32", NULL };
    static const char *const finder[] = { plain[0],
                                          plain[1],
                                          plain[2],
                                          "LAB_CHECK=1",
                                          "TMPDIR=.",
                                          "CPU_DEVICE_CHECK_JSON=/dev/stdout",
                                          "PATH=/usr/local/bin:/usr/bin:/bin",
                                          NULL };
    struct sandbox_job limits = {};
    size_t came = 0;
    char why[512];

    seal(r);
    r->reply = (unsigned char *)host_memory(r->reply_bytes);
    limits.argv = argv;
    limits.readable = readable;
    limits.environment = r->kind == FOR_FINDER ? finder : plain;
    limits.input = r->file;
    limits.reply = r->reply;
    limits.reply_bytes = r->reply_bytes;
    limits.seconds = r->count > 1 ? ALL_CASES * case_seconds() : case_seconds();
    limits.pause = case_seconds();
    limits.linger = r->kind == FOR_FINDER ? case_seconds() : 0; /* its report comes last */
    limits.memory = MEMORY + 8 * r->file_bytes + 8 * r->reply_bytes;
    limits.processes = PROCESSES;
    limits.log_bytes = r->count * LOG_LIMIT;
    if (r->kind == FOR_FINDER) { /* it asks addr2line for lines, by a file of its own */
        limits.folder = text_in(job, "finder_folder");
        limits.file_bytes = 16 << 20;
        limits.may_fork = 1;
    }
    limits.gpu = json_is_true(json_object_get(job, "gpu"));
    enum sandbox_level level =
        (enum sandbox_level)json_integer_value(json_object_get(job, "level"));
    if (sandbox_run(level, &limits, &r->ran, why))
        broken("%s", why);
    for (int i = 0; i < r->count; i++) {
        struct one_case *c = &r->cases[i];
        c->bytes = r->bytes + c->at;
        const unsigned char *reply = r->reply + came;
        came += reply_bytes(head_of(c));
        c->reply = came <= r->ran.reply_got ? reply : NULL;
    }
}

static void end_process(struct run *run, struct process *r)
{
    for (int i = 0; i < r->count; i++) {
        problem_end(run, &r->cases[i].p);
        free(r->cases[i].own);
    }
    if (r->bytes)
        munmap(r->bytes, r->file_bytes);
    close(r->file);
    free(r->reply);
    free(r->ran.log);
    free(r->cases);
}

/* ---- what came back ------------------------------------------------------------------------- */

static void verdict(struct one_case *c, const char *word, const char *format, ...)
{
    va_list arguments;

    c->verdict = word;
    va_start(arguments, format);
    vsnprintf(c->note, sizeof(c->note), format, arguments);
    va_end(arguments);
}

/* The last line that the program printed: mostly why it ended. A line of a submission is said as
 * one. */
static char *last_words(const char *log)
{
    size_t end = strlen(log), start;

    while (end && strchr(" \t\r\n", log[end - 1]))
        end--;
    for (start = end; start && log[start - 1] != '\n';)
        start--;
    char *line = text_without_paths(log + start, end - start, 240);
    char *words = *line ? text_of("; the last that it printed: %s", line) : text_of("%s", "");
    free(line);
    return words;
}

/* How the process ended before the reply to this case had come, or after the last one. */
static void judge_end(struct one_case *c, const struct process *r)
{
    const struct sandbox_result *ran = &r->ran;
    char *words = last_words(ran->log);

    c->said.seconds = ran->seconds;
    if (ran->end == TOO_MUCH_REPLY)
        verdict(c, "TOO_MUCH", "it wrote more than its output");
    else if (ran->end == TOO_MUCH_LOG)
        verdict(c, "OUTPUT_LIMIT", "it printed more than %lu KiB", r->count * LOG_LIMIT >> 10);
    else if (ran->end == OUT_OF_MEMORY)
        verdict(c, "MEMORY", "it took more than %lu MiB of memory", MEMORY >> 20);
    else if (c->reply)
        ; /* it all has come, however the runner ended afterwards */
    else if (ran->end == OUT_OF_TIME && ran->seconds >= ALL_CASES * case_seconds())
        verdict(c, "TIMEOUT", "the cases took more than %g s together", ALL_CASES * case_seconds());
    else if (ran->end == OUT_OF_TIME)
        verdict(c, "TIMEOUT", "it did not end within %g s: a loop without end?", case_seconds());
    else if (ran->end == SIGNALLED)
        verdict(c, "RUNTIME_ERROR", "it crashed in host code (signal %d: %s)%s", ran->signal,
                strsignal(ran->signal), words);
    else
        verdict(c, "NO_RESULT", "the program ended (status %d) before there was a result%s",
                ran->status, words);
    free(words);
}

static void read_reply(struct one_case *c)
{
    memcpy(&c->said, c->reply, sizeof(c->said));
    if (c->said.magic != REPLY_MAGIC) {
        c->said = {};
        verdict(c, "NO_RESULT", "what it wrote is no result");
    }
    c->said.finding[sizeof(c->said.finding) - 1] = 0;
    if (!(c->said.host_ms > 0 && c->said.host_ms < 1e6))
        c->said.host_ms = 0;
    if (!(c->said.seconds > 0 && c->said.seconds < 1e6))
        c->said.seconds = 0;
}

static void judge_rounds(struct one_case *c)
{
    const unsigned char *outputs = c->reply + sizeof(struct case_reply);
    struct problem *p = &c->p;
    struct check *check = &p->version->known->check;

    for (int round = 0; round < head_of(c)->rounds; round++) {
        const char *inputs = inputs_of(c, round);
        struct random random = { head_of(c)->poison[round], 0 };
        if (p->a.bytes)
            memcpy(p->a.host, inputs, p->a.bytes);
        if (p->b.bytes)
            memcpy(p->b.host, inputs + p->a.bytes, p->b.bytes);
        memcpy(p->c.host, outputs + round * p->c.bytes, p->c.bytes);
        p->seed = head_of(c)->seed[round];
        check->poison = p->c.poison = draw_poison(&p->c, &random);
        p->version->known->experiment->compare(check, p);
    }
}

/* The output is compared with the right one, which is computed only now. */
static void judge_output(struct one_case *c)
{
    const struct version *v = c->p.version;

    if (c->said.lost) {
        verdict(c, "RUNTIME_ERROR", "%s", c->said.finding);
        return;
    }
    check_begin(&v->known->check, v->name, v->what, v->exercise);
    say_where(&c->p, "");
    judge_rounds(c);
    if (c->said.finding[0])
        verdict(c, "WRONG", "%s", c->said.finding);
    else if (check_state(&v->known->check) == STATE_TODO)
        verdict(c, "TODO", "nothing was written: still the starter's");
    else if (check_state(&v->known->check) == STATE_OK)
        verdict(c, "PASS", "%s", "");
    else
        verdict(c, "WRONG", "%s%s%s", v->known->check.message,
                v->known->check.detail[0] ? "; " : "", v->known->check.detail);
}

static void judge_case(struct process *r, int i)
{
    struct one_case *c = &r->cases[i];

    if (!c->reply || i == r->count - 1)
        judge_end(c, r);
    if (!c->verdict)
        read_reply(c);
    if (!c->verdict)
        judge_output(c);
}

/* ---- the cases of an exercise --------------------------------------------------------------- */

static int awkward_count(const struct experiment *e)
{
    int count = 0;

    while (e->shapes.awkward[count].m || e->shapes.awkward[count].n || e->shapes.awkward[count].k)
        count++;
    return count;
}

/* Number i of 0 .. count - 1 in an order that is drawn. */
static int shuffled(unsigned long long seed, int i, int count)
{
    struct random random = { seed, 0 };
    int order[256];

    for (int j = 0; j < count; j++)
        order[j] = j;
    for (int j = count - 1; j > 0; j--) {
        int other = (int)random_between(&random, 0, j), kept = order[j];
        order[j] = order[other];
        order[other] = kept;
    }
    return order[i % count];
}

/* Labs draw odd sizes; half of those here are multiples of 4 or 64, as kernels like them. */
static struct shape evened(struct shape shape, struct random *random)
{
    long long *const sizes[] = { &shape.m, &shape.n, &shape.k };
    long long unit = random_between(random, 0, 1) ? 4 : 64;

    if (shape.own) /* says more of its shape than m, n and k */
        return shape;
    if (random_between(random, 0, 1))
        for (int i = 0; i < 3; i++)
            if (*sizes[i] >= unit)
                *sizes[i] -= *sizes[i] % unit;
    return shape;
}

/* Two awkward shapes, then one that the lab draws with --quick, and so on; which ones, and in what
 * order, only the secret knows, and it is the same for the whole class. When there are no more of
 * either kind: the shape that the lab times, and what its full run draws. */
static struct shape shape_of_case(struct run *run, const struct version *v, const char *exercise,
                                  int i)
{
    const struct experiment *e = v->known->experiment;
    int awkward = awkward_count(e), drawn = e->shapes.quick_draws, past = i - awkward - drawn;
    int used_drawn = i / 3, used_awkward = i - i / 3, is_drawn = i % 3 == 2;
    long long size = run->options.quick ? run->lab->quick_size : run->lab->size;

    if (past >= 0 && e == run->experiment && past-- == 0)
        return e->shape_of(run->lab->size);
    if (past >= 0) {
        int more = e->shapes.draws - drawn;
        int which =
            past < more ? drawn + past : e->shapes.draws - 1 - (past - more) % e->shapes.draws;
        return evened(e->shapes.draw(which, run->lab->size, &v->known->random), &v->known->random);
    }
    if (used_drawn >= drawn || used_awkward >= awkward) { /* one kind is used up */
        is_drawn = used_awkward >= awkward;
        used_awkward = i - drawn;
        used_drawn = i - awkward;
    }
    if (!is_drawn)
        return e->shapes
            .awkward[shuffled(seed_for_class(exercise, "awkward"), used_awkward, awkward)];
    int which = shuffled(seed_for_class(exercise, "draws"), used_drawn, drawn);
    return evened(e->shapes.draw(which, size, &v->known->random), &v->known->random);
}

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
    const char *word;
    int unwritten; /* so many of the first cases wrote nothing */
    double host_ms;
    json_t *cases;
};

/* Case `first` to the one before `last`, in one process, until one fails. Where the first wrote
 * nothing, the second says whether the exercise is still to do, or only n = 1 was forgotten. */
static void run_cases(struct run *run, const struct version *v, const char *exercise, int first,
                      int last, struct outcome *so_far)
{
    struct process r = begin_process(FOR_RESULT, 1);

    for (int i = first; i < last; i++) {
        unsigned long long seed = seed_of(exercise, "case", i);
        v->known->random = { seed, 0 };
        struct shape shape = shape_of_case(run, v, exercise, i);
        add_case(run, &r, v, &shape, seed, i == 0);
    }
    run_process(&r, text_in(job, "runner"));
    so_far->word = "PASS";
    for (int i = first; i < last && !strcmp(so_far->word, "PASS"); i++) {
        struct one_case *c = &r.cases[i - first];
        srand((unsigned)seed_of(exercise, "sums", i)); /* of large products: see gemm_check.c */
        judge_case(&r, i - first);
        if (!strcmp(c->verdict, "TODO") && so_far->unwritten == i)
            so_far->unwritten++;
        else if (!strcmp(c->verdict, "TODO") || (so_far->unwritten && !strcmp(c->verdict, "PASS")))
            verdict(c, "WRONG", "nothing was written%s",
                    so_far->unwritten ? " in the case before" : "");
        so_far->word = c->verdict;
        so_far->host_ms = fmax(so_far->host_ms, c->said.host_ms);
        json_array_append_new(so_far->cases, describe(c, i + 1));
    }
    end_process(run, &r);
}

/* The first case has a process of its own, because the contract is looked at in it. */
static void judge_cases(struct run *run, const struct version *v, const char *exercise, int count,
                        json_t *result)
{
    struct outcome so_far = {};

    so_far.cases = json_array();
    run_cases(run, v, exercise, 0, 1, &so_far);
    if (so_far.unwritten && count > 1)
        run_cases(run, v, exercise, 1, 2, &so_far);
    else if (count > 1 && !strcmp(so_far.word, "PASS"))
        run_cases(run, v, exercise, 1, count, &so_far);
    json_t *last = json_array_get(so_far.cases, json_array_size(so_far.cases) - 1);
    json_object_set(result, "note", json_object_get(last, "note"));
    if (so_far.host_ms > 0)
        json_object_set_new(result, "host_ms", json_real(so_far.host_ms));
    json_object_set_new(result, "verdict", json_string(so_far.word));
    json_object_set_new(result, "cases", so_far.cases);
}

/* ---- the bug finder ------------------------------------------------------------------------- */

/* The report is the last thing in the log that looks like one. A submission could forge it, but it
 * can only add to what is found, or hide what costs points: it never makes a wrong output right. */
static int read_report(const char *log, json_t *findings)
{
    const char *report = NULL;
    json_t *finding;
    size_t i;

    for (const char *at = log; (at = strstr(at, "{\"findings\":")) != NULL; at++)
        report = at;
    json_t *all = report ? json_loads(report, JSON_DISABLE_EOF_CHECK, NULL) : NULL;
    json_array_foreach(json_object_get(all, "findings"), i, finding)
    {
        json_t *place = json_array_get(json_object_get(finding, "places"), 0);
        const char *kind = json_string_value(json_object_get(finding, "kind"));
        const char *severity = json_string_value(json_object_get(finding, "severity"));
        const char *message = json_string_value(json_object_get(finding, "message"));
        if (!kind || !message || !severity || strcmp(severity, "error") ||
            json_array_size(findings) == 20)
            continue;
        char *text = text_without_paths(message, strlen(message), 400);
        json_array_append_new(
            findings, json_pack("{s:s, s:I, s:s}", "kind", kind, "line",
                                json_integer_value(json_object_get(place, "line")), "text", text));
        free(text);
    }
    json_decref(all);
    return all != NULL;
}

static int is_large(const struct problem *p)
{
    size_t elements = p->a.count + p->b.count + p->c.count;

    return elements < 1000000 && p->n < 1000000 && (p->a.count ? elements : p->n) > LARGE;
}

/* A small shape, but one where a race has room to show. */
static struct shape finder_shape(const struct version *v)
{
    const struct experiment *e = v->known->experiment;
    int count = awkward_count(e);
    struct shape shape = e->shapes.awkward[0];

    for (int tries = 0; tries < 100; tries++) {
        shape = e->shapes.awkward[random_between(&v->known->random, 0, count - 1)];
        struct problem p = problem_of(v, &shape);
        if (is_large(&p))
            break;
    }
    return shape;
}

static void find_bugs(struct run *run, const struct version *v, const char *exercise,
                      json_t *result)
{
    json_t *findings = json_array();
    const char *doubt = NULL;

    for (int i = 0; i < 2 && !json_array_size(findings); i++) {
        struct process r = begin_process(FOR_FINDER, 1);
        unsigned long long seed = seed_of(exercise, "finder", i);
        v->known->random = { seed, 0 };
        struct shape shape = finder_shape(v);
        add_case(run, &r, v, &shape, seed, 0);
        run_process(&r, text_in(job, "finder"));
        srand((unsigned)seed);
        judge_case(&r, 0);
        if (!read_report(r.ran.log, findings))
            doubt = "the bug finder did not come to its report";
        else if (r.ran.status == NO_KERNEL)
            doubt = "the bug finder saw no kernel of it";
        else if (!json_array_size(findings) && strcmp(r.cases[0].verdict, "PASS"))
            doubt = "its result is another one under the bug finder";
        end_process(run, &r);
    }
    if (doubt)
        json_object_set_new(result, "doubt", json_string(doubt));
    json_object_set_new(result, "findings", findings);
}

/* ---- speed ---------------------------------------------------------------------------------- */

/* Seconds of so many launches, by the judge's clock; 0: it did not come to a result. */
static double seconds_of(struct run *run, const struct version *v, const char *exercise,
                         const char *runner, int launches)
{
    struct process r = begin_process(FOR_TIME, launches);
    unsigned long long seed = seed_of(exercise, "time", 0);
    long long size = run->options.quick ? run->lab->quick_size : run->lab->size;
    struct shape shape = run->experiment->shape_of(size);

    v->known->random = { seed, 0 };
    add_case(run, &r, v, &shape, seed, 0);
    run_process(&r, runner);
    judge_case(&r, 0);
    double seconds = !strcmp(r.cases[0].verdict, "PASS") ? r.ran.seconds : 0;
    end_process(run, &r);
    return seconds;
}

/* The time of 2 R launches less that of R: what the start of a program costs is in both. */
static double seconds_of_launches(struct run *run, const struct version *v, const char *exercise,
                                  const char *runner, int launches)
{
    double once = seconds_of(run, v, exercise, runner, launches);
    double twice = seconds_of(run, v, exercise, runner, 2 * launches);

    return once && twice ? twice - once : 0;
}

static int by_size(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;

    return (a > b) - (a < b);
}

#define PAIRS         5
#define LEAST_SECONDS 0.2 /* of R launches of the answer */

static void measure(struct run *run, const struct version *v, const char *exercise, json_t *result)
{
    const char *runner = text_in(job, "runner"), *answer = text_in(job, "answer");
    double ratios[PAIRS];
    int launches = 2;

    while (launches < 1 << 16 &&
           seconds_of_launches(run, v, exercise, answer, launches) < LEAST_SECONDS)
        launches *= 4;
    for (int i = 0; i < PAIRS; i++) {
        double ours = seconds_of_launches(run, v, exercise, answer, launches);
        double theirs = seconds_of_launches(run, v, exercise, runner, launches);
        ratios[i] = ours > 0 && theirs > 0 ? ours / theirs : 0;
    }
    qsort(ratios, PAIRS, sizeof(*ratios), by_size);
    json_object_set_new(result, "ratio", json_real(ratios[PAIRS / 2]));
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
    return NULL;
}

static json_t *judge_exercise(struct run *run, json_t *wanted)
{
    const char *exercise = text_in(wanted, "exercise");
    const struct version *v = version_of(run, exercise);
    json_t *result =
        json_pack("{s:s, s:s, s:s}", "lab", run->lab->name, "exercise", exercise, "what", v->what);

    judge_cases(run, v, exercise, json_integer_value(json_object_get(wanted, "cases")), result);
    int passed = !strcmp(json_string_value(json_object_get(result, "verdict")), "PASS");
    if (passed && json_is_string(json_object_get(job, "finder")))
        find_bugs(run, v, exercise, result);
    if (passed && json_is_true(json_object_get(wanted, "speed")))
        measure(run, v, exercise, result);
    return result;
}

void run_instead(struct run *run, int, char **)
{
    json_error_t error;
    json_t *results = json_array(), *wanted;
    size_t i;

    job = json_loadf(stdin, 0, &error);
    if (!job)
        broken("the job is no JSON: %s", error.text);
    run->device = device_open();
    run->options.quick = run->device.is_cpu;
    json_array_foreach(json_object_get(job, "exercises"), i, wanted)
        json_array_append_new(results, judge_exercise(run, wanted));
    if (json_dumpf(results, stdout, JSON_INDENT(1)) || fclose(stdout))
        broken("the result cannot be written");
    exit(0);
}
