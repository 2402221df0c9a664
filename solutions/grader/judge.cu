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
#include "common/engine_parts.h"
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
#include "sandbox.h"
#include "text.h"
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

/* ---- one case ------------------------------------------------------------------------------- */

enum kind { FOR_RESULT, FOR_FINDER, FOR_TIME };

struct one_case {
    enum kind kind;
    const struct version *v;
    struct problem p;
    int rounds, launches, contract, file;
    const char *bytes; /* of the file; sealed, so they stay what they are */
    size_t file_bytes;
    unsigned char *reply;
    size_t reply_bytes;
    struct sandbox_result ran;
    const char *verdict;
    char note[512];
    struct case_reply said; /* what the reply begins with */
};

static const struct case_head *head_of(const struct one_case *c)
{
    return (const struct case_head *)c->bytes;
}

static const char *inputs_of(const struct one_case *c, int round)
{
    return c->bytes + sizeof(struct case_head) + round * (c->p.a.bytes + c->p.b.bytes);
}

/* Lays the inputs of all rounds into a file that nobody can change any more. */
static void seal_case(struct one_case *c)
{
    struct problem *p = &c->p;
    struct case_head head = {};

    c->file_bytes = sizeof(head) + c->rounds * (p->a.bytes + p->b.bytes);
    c->file = memfd_create("case", MFD_CLOEXEC | MFD_ALLOW_SEALING);
    if (c->file < 0 || ftruncate(c->file, c->file_bytes))
        broken("no memory for a case: %s", strerror(errno));
    char *bytes = (char *)mmap(NULL, c->file_bytes, PROT_READ | PROT_WRITE, MAP_SHARED, c->file, 0);
    if (bytes == MAP_FAILED)
        broken("no memory for a case: %s", strerror(errno));
    head.magic = CASE_MAGIC;
    snprintf(head.version, sizeof(head.version), "%s", c->v->name);
    head.shape = p->shape;
    head.rounds = c->rounds;
    head.launches = c->launches;
    head.contract = c->contract;
    head.slow = (int)random_between(c->v->random, 0, 11);
    head.a_bytes = p->a.bytes;
    head.b_bytes = p->b.bytes;
    head.c_bytes = p->c.bytes;
    for (int round = 0; round < c->rounds; round++) {
        char *at = bytes + sizeof(head) + round * (p->a.bytes + p->b.bytes);
        if (round)
            problem_change(p);
        if (p->a.bytes)
            memcpy(at, p->a.host, p->a.bytes);
        if (p->b.bytes)
            memcpy(at + p->a.bytes, p->b.host, p->b.bytes);
        head.seed[round] = p->seed;
        head.poison[round] = random_next(c->v->random);
    }
    memcpy(bytes, &head, sizeof(head));
    munmap(bytes, c->file_bytes);
    if (fcntl(c->file, F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL))
        broken("a case cannot be sealed: %s", strerror(errno));
    c->bytes = (char *)mmap(NULL, c->file_bytes, PROT_READ, MAP_SHARED, c->file, 0);
    if (c->bytes == MAP_FAILED)
        broken("no memory for a case: %s", strerror(errno));
}

static void run_case(struct one_case *c, const char *runner)
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
    char why[512];

    c->reply_bytes = sizeof(struct case_reply) + c->rounds * c->p.c.bytes;
    c->reply = (unsigned char *)host_memory(c->reply_bytes);
    limits.argv = argv;
    limits.readable = readable;
    limits.environment = c->kind == FOR_FINDER ? finder : plain;
    limits.input = c->file;
    limits.reply = c->reply;
    limits.reply_bytes = c->kind == FOR_FINDER ? 0 : c->reply_bytes;
    limits.seconds = json_number_value(json_object_get(job, "seconds"));
    limits.memory = MEMORY + 8 * c->file_bytes + 8 * c->reply_bytes;
    limits.processes = PROCESSES;
    limits.log_bytes = LOG_LIMIT;
    if (c->kind == FOR_FINDER) { /* it asks addr2line for lines, by a file of its own */
        limits.folder = text_in(job, "finder_folder");
        limits.file_bytes = 16 << 20;
        limits.may_fork = 1;
    }
    limits.gpu = json_is_true(json_object_get(job, "gpu"));
    enum sandbox_level level =
        (enum sandbox_level)json_integer_value(json_object_get(job, "level"));
    if (sandbox_run(level, &limits, &c->ran, why))
        broken("%s", why);
}

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

/* 1: all that was to come has come, however the runner ended afterwards. */
static int has_reply(struct one_case *c)
{
    const struct sandbox_result *ran = &c->ran;
    double seconds = json_number_value(json_object_get(job, "seconds"));
    char *words = last_words(ran->log);

    if (ran->end == TOO_MUCH_REPLY)
        verdict(c, "TOO_MUCH", "it wrote more than its output");
    else if (ran->end == TOO_MUCH_LOG)
        verdict(c, "OUTPUT_LIMIT", "it printed more than %lu KiB", LOG_LIMIT >> 10);
    else if (ran->end == OUT_OF_MEMORY)
        verdict(c, "MEMORY", "it took more than %lu MiB of memory", MEMORY >> 20);
    else if (ran->reply_got < c->reply_bytes && ran->end == OUT_OF_TIME)
        verdict(c, "TIMEOUT", "it did not end within %g s: a loop without end?", seconds);
    else if (ran->reply_got < c->reply_bytes && ran->end == SIGNALLED)
        verdict(c, "RUNTIME_ERROR", "it crashed in host code (signal %d: %s)%s", ran->signal,
                strsignal(ran->signal), words);
    else if (ran->reply_got < c->reply_bytes)
        verdict(c, "NO_RESULT", "the program ended (status %d) before there was a result%s",
                ran->status, words);
    else {
        memcpy(&c->said, c->reply, sizeof(c->said));
        c->said.finding[sizeof(c->said.finding) - 1] = 0;
        if (!(c->said.host_ms > 0 && c->said.host_ms < 1e6))
            c->said.host_ms = 0;
        if (c->said.magic != REPLY_MAGIC)
            verdict(c, "NO_RESULT", "what it wrote is no result");
    }
    free(words);
    return !c->verdict;
}

static void judge_rounds(struct one_case *c)
{
    const unsigned char *outputs = c->reply + sizeof(struct case_reply);
    const struct experiment *e = c->v->experiment;
    struct check *check = c->v->check;
    struct problem *p = &c->p;

    for (int round = 0; round < c->rounds; round++) {
        const char *inputs = inputs_of(c, round);
        struct random random = { head_of(c)->poison[round], 0 };
        if (p->a.bytes)
            memcpy(p->a.host, inputs, p->a.bytes);
        if (p->b.bytes)
            memcpy(p->b.host, inputs + p->a.bytes, p->b.bytes);
        memcpy(p->c.host, outputs + round * p->c.bytes, p->c.bytes);
        p->seed = head_of(c)->seed[round];
        check->poison = p->c.poison = draw_poison(&p->c, &random);
        e->compare(check, p, c->v);
    }
}

/* The output is compared with the right one, which is computed only now. */
static void judge_reply(struct one_case *c)
{
    struct check *check = c->v->check;

    if (c->said.lost) {
        verdict(c, "RUNTIME_ERROR", "%s", c->said.finding);
        return;
    }
    judge_rounds(c);
    if (c->said.finding[0])
        verdict(c, "WRONG", "%s", c->said.finding);
    else if (check_state(check) == STATE_TODO)
        verdict(c, "TODO", "nothing was written: still the starter's");
    else if (check_state(check) == STATE_OK)
        verdict(c, "PASS", "%s", "");
    else
        verdict(c, "WRONG", "%s%s%s", check->message, check->detail[0] ? "; " : "", check->detail);
}

static void end_case(struct run *run, struct one_case *c)
{
    if (c->bytes) {
        munmap((void *)c->bytes, c->file_bytes);
        close(c->file);
    }
    free(c->reply);
    free(c->ran.log);
    problem_end(run, &c->p);
}

/* Draws the inputs of a shape and runs it. end_case must follow. */
static void begin_case(struct run *run, struct one_case *c, const struct shape *shape,
                       const char *runner)
{
    struct check *check = c->v->check;

    c->p = problem_of(c->v, shape);
    check_begin(check, c->v->name, c->v->what, c->v->todo);
    if (!problem_begin(run, &c->p, ""))
        broken("no memory for a case");
    int small = c->p.a.bytes + c->p.b.bytes + c->p.c.bytes < TWO_ROUNDS;
    c->rounds = c->kind != FOR_RESULT || !small ? 1 : c->contract ? MAX_ROUNDS : 2;
    seal_case(c);
    run_case(c, runner);
}

/* ---- the cases of an exercise --------------------------------------------------------------- */

static int awkward_count(const struct experiment *e)
{
    int count = 0;

    while (e->awkward[count].m || e->awkward[count].n || e->awkward[count].k)
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

    for (int i = 0; i < 8; i++)
        if (shape.own[i]) /* says more of its shape than m, n and k */
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
    const struct experiment *e = v->experiment;
    int awkward = awkward_count(e), drawn = e->quick_draws, past = i - awkward - drawn;
    int used_drawn = i / 3, used_awkward = i - i / 3, is_drawn = i % 3 == 2;
    long long size = run->options.quick ? run->lab->quick_size : run->lab->size;

    if (past >= 0 && e == run->experiment && past-- == 0) {
        int part = random_between(v->random, 1, e->parts);
        struct shape timed = e->shape_of(run->lab->size, part);
        timed.part = e->parts > 1 ? part : 0;
        return timed;
    }
    if (past >= 0) {
        int more = e->draws - drawn;
        int which = past < more ? drawn + past : e->draws - 1 - (past - more) % e->draws;
        return evened(e->draw(which, run->lab->size, v->random), v->random);
    }
    if (used_drawn >= drawn || used_awkward >= awkward) { /* one kind is used up */
        is_drawn = used_awkward >= awkward;
        used_awkward = i - drawn;
        used_drawn = i - awkward;
    }
    if (!is_drawn)
        return e->awkward[shuffled(seed_for_class(exercise, "awkward"), used_awkward, awkward)];
    int which = shuffled(seed_for_class(exercise, "draws"), used_drawn, drawn);
    return evened(e->draw(which, size, v->random), v->random);
}

static json_t *describe(const struct one_case *c, int number, unsigned long long seed)
{
    char *note = text_clean(c->note, strlen(c->note), 400);
    char hex[20], shape[80];
    const struct problem *p = &c->p;

    snprintf(hex, sizeof(hex), "%016llx", seed);
    if (p->label[0])
        snprintf(shape, sizeof(shape), "%s", p->label);
    else if (p->m)
        snprintf(shape, sizeof(shape), "m, n, k = %lld, %lld, %lld", p->m, p->n, p->k);
    else
        snprintf(shape, sizeof(shape), "n = %lld", p->n);
    json_t *object =
        json_pack("{s:i, s:s, s:s, s:s, s:s, s:f}", "case", number, "seed", hex, "shape", shape,
                  "verdict", c->verdict, "note", note, "seconds", c->ran.seconds);
    free(note);
    return object;
}

/* Runs the cases until one fails. Where the first wrote nothing, the second says whether the
 * exercise is still to do, or only n = 1 was forgotten. */
static void judge_cases(struct run *run, const struct version *v, const char *exercise, int count,
                        json_t *result)
{
    json_t *cases = json_array();
    const char *word = "PASS";
    double host_ms = 0, total = 0, limit = json_number_value(json_object_get(job, "seconds"));

    json_object_set_new(result, "note", json_string(""));
    for (int i = 0, unwritten = 0; i < count && ((unwritten && i == 1) || !strcmp(word, "PASS"));
         i++) {
        struct one_case c = {};
        unsigned long long seed = seed_of(exercise, "case", i);
        c.v = v;
        c.launches = 1;
        c.contract = i == 0;
        *v->random = { seed, 0 };
        srand((unsigned)seed_of(exercise, "sums", i)); /* of large products: see gemm_check.c */
        struct shape shape = shape_of_case(run, v, exercise, i);
        begin_case(run, &c, &shape, text_in(job, "runner"));
        if (has_reply(&c))
            judge_reply(&c);
        if ((total += c.ran.seconds) > ALL_CASES * limit && !strcmp(c.verdict, "PASS"))
            verdict(&c, "TIMEOUT", "the cases took more than %g s together", ALL_CASES * limit);
        if (!strcmp(c.verdict, "TODO") && unwritten == i)
            unwritten++;
        else if (!strcmp(c.verdict, "TODO") || (unwritten && !strcmp(c.verdict, "PASS")))
            verdict(&c, "WRONG", "nothing was written%s", unwritten ? " in the case before" : "");
        word = c.verdict;
        host_ms = fmax(host_ms, c.said.host_ms);
        json_t *described = describe(&c, i + 1, seed);
        json_object_set(result, "note", json_object_get(described, "note"));
        json_array_append_new(cases, described);
        end_case(run, &c);
    }
    if (host_ms > 0)
        json_object_set_new(result, "host_ms", json_real(host_ms));
    json_object_set_new(result, "verdict", json_string(word));
    json_object_set_new(result, "cases", cases);
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
    const struct experiment *e = v->experiment;
    int count = awkward_count(e);
    struct shape shape = e->awkward[0];

    for (int tries = 0; tries < 100; tries++) {
        shape = e->awkward[random_between(v->random, 0, count - 1)];
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

    for (int i = 0; i < 2 && !json_array_size(findings); i++) {
        struct one_case c = {};
        c.kind = FOR_FINDER;
        c.v = v;
        *v->random = { seed_of(exercise, "finder", i), 0 };
        struct shape shape = finder_shape(v);
        begin_case(run, &c, &shape, text_in(job, "finder"));
        if (!read_report(c.ran.log, findings) || c.ran.status == NO_KERNEL)
            json_object_set_new(result, "no_report", json_true());
        end_case(run, &c);
    }
    json_object_set_new(result, "findings", findings);
}

/* ---- speed ---------------------------------------------------------------------------------- */

/* Seconds of so many launches, by the judge's clock; 0: it did not come to a result. */
static double seconds_of(struct run *run, const struct version *v, const char *exercise,
                         const char *runner, int launches)
{
    struct one_case c = {};
    long long size = run->options.quick ? run->lab->quick_size : run->lab->size;
    struct shape shape = run->experiment->shape_of(size, 1);

    c.kind = FOR_TIME;
    c.v = v;
    c.launches = launches;
    *v->random = { seed_of(exercise, "time", 0), 0 };
    begin_case(run, &c, &shape, runner);
    if (has_reply(&c))
        judge_reply(&c);
    double seconds = c.verdict && !strcmp(c.verdict, "PASS") ? c.ran.seconds : 0;
    end_case(run, &c);
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
        if (v->todo && v->run && !strncmp(v->name, "gpu_", 4) && !strcmp(v->name + 4, exercise))
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
    for (int j = 0; j < run->version_count; j++)
        run->versions[j].place = NULL; /* the memory that the answers give is not needed here */
    json_array_foreach(json_object_get(job, "exercises"), i, wanted)
        json_array_append_new(results, judge_exercise(run, wanted));
    if (json_dumpf(results, stdout, JSON_INDENT(1)) || fclose(stdout))
        broken("the result cannot be written");
    exit(0);
}
