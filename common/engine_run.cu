#include "engine_parts.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "supervisor.h"

int on_device(const struct version *version)
{
    return version->where == ON_DEVICE || version->where == BY_LIBRARY ||
           version->where == FROM_HOST;
}

int is_launcher(const struct version *version)
{
    return version->where == ON_DEVICE || version->where == FROM_HOST;
}

struct check *check_of(struct run *run, const struct version *version)
{
    return &run->report.checks[version - run->versions];
}

/* Each version has draws of its own, so that it meets the same ones when it runs alone. */
struct random *random_of(struct run *run, const struct version *version)
{
    return &run->random[version - run->versions];
}

/* ---- problems ------------------------------------------------------------------------------- */

const struct experiment *experiment_of(const struct run *run, const struct version *v)
{
    const struct experiment *e = run->experiment;

    return e->instead && e->instead(v) ? e->instead(v) : e;
}

struct problem problem_of(const struct experiment *e, const struct shape *shape)
{
    struct problem p = e->problem(shape);

    p.shape = *shape;
    return p;
}

/* A part of a size: part 1 is the only one of most labs. */
struct problem problem_of_size(const struct run *run, const struct experiment *e, long long size,
                               int part)
{
    struct shape shape = run->experiment->shape_of(size, part);

    shape.part = run->experiment->parts > 1 ? part : 0;
    return problem_of(e, &shape);
}

static void problem_allocate(struct problem *p)
{
    array_allocate(&p->a);
    array_allocate(&p->b);
    array_allocate(&p->c);
    CUDA_CHECK(cudaEventCreate(&p->before));
    CUDA_CHECK(cudaEventCreate(&p->after));
}

static void problem_release(struct problem *p)
{
    array_free(&p->a);
    array_free(&p->b);
    array_free(&p->c);
    free(p->at_return);
    cudaEventDestroy(p->before); /* unchecked, as in array_free */
    cudaEventDestroy(p->after);
}

void problem_draw(struct problem *p, struct random *random)
{
    array_draw(&p->a, random);
    array_draw(&p->b, random);
    p->seed = random_next(random);
    array_send(&p->a);
    array_send(&p->b);
}

/* Some inputs are new in each sample, so that an answer kept from the sample before is WRONG. */
void problem_change(struct problem *p, struct random *random)
{
    array_change(&p->a, random);
    array_change(&p->b, random);
    p->seed = random_next(random);
}

void set_data_pointers(const struct version *v, struct problem *p)
{
    struct array *const arrays[] = { &p->a, &p->b, &p->c };

    for (int i = 0; i < 3; i++)
        arrays[i]->data =
            on_device(v) && v->where != FROM_HOST ? arrays[i]->device : arrays[i]->host;
}

/* ---- one run of a version ------------------------------------------------------------------- */

extern "C" void openblas_set_num_threads(int threads) __attribute__((weak));

static void set_threads(const struct run *run, const struct version *v)
{
    int threads = v->where == ON_ONE_THREAD ? 1 : v->threads ? v->threads : run->threads;

    if (on_device(v))
        return;
    omp_set_num_threads(threads);
    if (openblas_set_num_threads)
        openblas_set_num_threads(threads);
}

void enter(struct run *run, struct check *check, const struct version *v)
{
    set_threads(run, v);
    cuda_check_finds_for(check);
    watch_version(v->name, check->at);
}

int leave(struct run *run, struct check *check)
{
    int fine = device_finished(check) && !check->wrong;

    run->watched->inside = 0;
    cuda_check_finds_for(NULL);
    omp_set_num_threads(run->threads);
    return fine;
}

static struct run *running;
static const struct version *listed;

/* Stopwatches call this instead of the launcher. The CPU device lists what a launcher asked it for,
 * in every run: it may do at one size only what it must not do at any. */
static void run_listed(const struct problem *p)
{
    cpu_device_list_calls();
    listed->run(p);
    running->calls = cpu_device_calls(&running->call_count);
}

struct version listing(struct run *run, const struct version *v)
{
    struct version copy = *v;

    running = run;
    listed = v;
    run->calls = NULL;
    if (cpu_device_list_calls)
        copy.run = run_listed;
    return copy;
}

void check_calls(struct run *run, struct check *check, const struct version *v,
                 const struct problem *p)
{
    const struct experiment *e = experiment_of(run, v);
    int launches = 0, elsewhere = 0, waits = 0, kept = 0;

    if (!run->calls || under_bug_finder() || !is_launcher(v) || check_state(check) != STATE_OK)
        return;
    for (int i = 0; i < run->call_count; i++) {
        enum cpu_device_called what = run->calls[i].what;
        launches += what == CALL_LAUNCH || run->calls[i].inside;
        elsewhere += run->calls[i].stream != NULL;
        waits += what == CALL_WAIT || run->calls[i].to_host;
        kept += (what == CALL_ALLOCATE || what == CALL_CREATE) -
                (what == CALL_FREE || what == CALL_DESTROY);
    }
    if (run->again && kept > 0)
        check_fail(check,
                   "each call leaves more behind, %d of arrays, streams and events: destroy them, "
                   "or use them again",
                   kept);
    else if (e->check_calls)
        e->check_calls(check, p, v, run->calls, run->call_count);
    else if (!launches)
        check_fail(check, "launched no kernel: the result must come from one");
    else if (elsewhere)
        check_fail(check, "launched in a stream of its own: the contract says the default one");
    else if (waits)
        check_fail(check, "the launcher waited for the device: it must return at once");
}

/* Of scratch memory, as float -1.7e38: what is copied out without having been copied in is not
 * taken for what was never written, and a kernel that works in place changes it. */
#define POISON_SCRATCH 0xFE

static void poison_output(const struct version *v, struct problem *p, int byte)
{
    array_poison(&p->c, byte);
    if (v->where == FROM_HOST)
        array_poison_device(&p->c, POISON_SCRATCH);
}

static void CUDART_CB sleep_ms(void *ms)
{
    const struct timespec pause = { 0, (long)(*(double *)ms * 1e6) };

    nanosleep(&pause, NULL);
}

/* In how many ways slow_down makes them slow. */
static int ways_to_be_slow(const struct experiment *e)
{
    return e->stream_count + (cpu_device_hold_back ? 4 : 2);
}

/* Makes the streams slow, one after the other, from run to run: a launcher that does not wait for a
 * stream comes too early, and a kernel that does not wait for its copy in it computes with poison.
 * The CPU device holds back what is queued there until something waits for it, once in all
 * streams, and once in each of the first two that the launcher uses, which may be its own; on a GPU
 * the stream has something else to do first. */
static void slow_down(struct run *run, const struct version *v)
{
    const struct experiment *e = experiment_of(run, v);

    if (v->where != FROM_HOST || under_bug_finder())
        return;
    int which = run->slow_stream++ % ways_to_be_slow(e), given = which - 2;
    int used = given - e->stream_count; /* by the launcher: the first, or the second */
    cudaStream_t stream = given >= 0 && used < 0 ? e->streams()[given] : 0;

    if (cpu_device_hold_back)
        cpu_device_hold_back(used >= 0 ? NTH_STREAM(used) : which ? stream : EVERY_STREAM);
    else
        CUDA_CHECK(cudaLaunchHostFunc(stream, sleep_ms, &run->slow_ms));
}

void hold_nothing_back(void)
{
    if (cpu_device_hold_back)
        cpu_device_hold_back(NO_STREAM);
}

/* Keeps what the output is like when a launcher has returned that must wait. */
void look_at_return(const struct version *v, struct problem *p)
{
    if (v->where == FROM_HOST)
        memcpy(p->at_return, p->c.host, p->c.bytes);
}

/* A counter that was not set to 0 shows it by an enormous number: as UINT64, POISON_BYTE is -1. */
int draw_poison(const struct array *c, struct random *random)
{
    int other = c->dtype == UINT64 ? POISON_SCRATCH : POISON_BYTE;

    return random_next(random) & 1 ? other : POISON_NUMBER;
}

int run_once(struct run *run, struct check *check, const struct version *v, struct problem *p)
{
    check->poison = draw_poison(&p->c, random_of(run, v));
    poison_output(v, p, check->poison);
    CUDA_CHECK(cudaDeviceSynchronize()); /* from here on only the launcher touches c */
    set_data_pointers(v, p);
    const struct version listed_version = listing(run, v);
    enter(run, check, v);
    slow_down(run, v);
    listed_version.run(p);
    look_at_return(v, p);
    hold_nothing_back();
    return leave(run, check);
}

/* Of a launcher that must wait: all of the output was there when it returned, and has gone by way
 * of the scratch memory. */
static void check_from_host(struct check *check, const struct problem *p)
{
    const char *name = p->c.name ? p->c.name : "c";
    void *scratch = host_memory(p->c.bytes);
    size_t late = array_difference(&p->c, p->c.host, p->at_return), other;

    CUDA_CHECK(cudaMemcpy(scratch, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    other = array_difference(&p->c, p->c.host, scratch);
    free(scratch);
    if (late < p->c.count)
        check_fail(check, "%s[%zu] came after the launcher had returned: it must wait", name, late);
    else if (other < p->c.count && check_state(check) == STATE_OK)
        check_fail(check, "%s[%zu] differs from %s[%zu]: each element must go by way of it",
                   p->c.device_name ? p->c.device_name : "d_c", other, name, other);
}

/* Checks a run. The inputs come first, because a kernel that changes them may be wrong for that
 * reason alone. `fetched`: the host has c already. */
void check_result(struct run *run, struct check *check, const struct version *v, struct problem *p,
                  int fetched)
{
    const char *names = p->m ? "ABC" : "abc"; /* matrices have capitals */
    const char a[] = { names[0], 0 }, b[] = { names[1], 0 }, c[] = { names[2], 0 };

    if (on_device(v) && !fetched)
        array_fetch(&p->c);
    check_unchanged(check, a, &p->a);
    check_unchanged(check, b, &p->b);
    if (!run_instead) /* a grader's program that runs a version does not know what is right */
        experiment_of(run, v)->compare(check, p, v);
    if (v->where == FROM_HOST && fetched)
        check_from_host(check, p);
    check_guards(check, c, &p->c);
    check_guards(check, a, &p->a);
    check_guards(check, b, &p->b);
}

/* The same, and what the launcher called on its way there. */
void check_run(struct run *run, struct check *check, const struct version *v, struct problem *p)
{
    check_result(run, check, v, p, v->where == FROM_HOST);
    check_calls(run, check, v, p);
}

void say_where(struct check *check, const struct problem *p, const char *what)
{
    if (p->label[0])
        check_at(check, "%s%s", p->label, what);
    else if (p->m)
        check_at(check, "m, n, k = %lld, %lld, %lld%s", p->m, p->n, p->k, what);
    else
        check_at(check, "n = %lld%s", p->n, what);
}

/* 1: a student's function gives this memory: what goes wrong there is the version's fault. */
static int is_students(const struct place *place)
{
    return place && place->exercise;
}

/* 1: the places of the arrays gave memory, and pinned memory where they should. */
static int has_memory(struct check *check, const struct array *array)
{
    if (!array->count || !is_students(array->place))
        return 1;
    if (!array->host && check->written)
        check_fail(check, "%s returned NULL", array->place->exercise);
    else if (!array->host)
        check_written(check, 0);
    else
        check_pinned(check, array);
    return array->host && !check->wrong;
}

/* A problem with memory and inputs, and its name for findings. 0: the version's own memory is not
 * what it should be. */
int problem_begin(struct run *run, struct check *check, const struct version *v, struct problem *p,
                  const char *what)
{
    say_where(check, p, what);
    if (p->patient)
        run->watched->patient = 1;
    p->a.place = p->b.place = p->c.place = v->place;
    if (is_students(v->place))
        enter(run, check, v);
    problem_allocate(p);
    if (is_students(v->place))
        leave(run, check);
    if (!has_memory(check, &p->a) || !has_memory(check, &p->c))
        return 0;
    if (v->where == FROM_HOST)
        p->at_return = host_memory(p->c.bytes);
    problem_draw(p, random_of(run, v));
    return 1;
}

static int is_pinned(const void *memory)
{
    struct cudaPointerAttributes attributes;

    return memory && !cudaPointerGetAttributes(&attributes, memory) &&
           attributes.type == cudaMemoryTypeHost;
}

void problem_end(struct run *run, struct check *check, const struct version *v, struct problem *p)
{
    if (!is_students(v->place)) {
        problem_release(p);
        return;
    }
    enter(run, check, v);
    problem_release(p);
    /* a GPU's driver may keep pages pinned for the next one who asks */
    if (leave(run, check) && run->device.is_cpu && (is_pinned(p->a.host) || is_pinned(p->c.host)))
        check_fail(check, "memory of %s is still pinned after it was freed", v->place->exercise);
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* The bug finder takes a hundred times as long as the kernel alone. Where traffic is counted, that
 * happens at one size, and is checked there. */
static int too_large(const struct problem *p)
{
    if (counts_traffic() && p->flops > 1e7)
        return 1;
    return under_bug_finder() && (p->a.count + p->b.count + p->c.count > 1000000 || p->n > 1000000);
}

static void check_shape(struct run *run, struct check *check, const struct version *v,
                        struct shape shape)
{
    struct problem p = problem_of(experiment_of(run, v), &shape);

    if (check->lost || too_large(&p))
        return;
    if (problem_begin(run, check, v, &p, "") && run_once(run, check, v, &p))
        check_run(run, check, v, &p);
    problem_end(run, check, v, &p);
}

/* How many classes of shapes are drawn. None for the CPU's versions, which are no student's. */
static int draws_of(const struct run *run, const struct version *v)
{
    if (!on_device(v) || under_bug_finder())
        return 0;
    return run->options.quick ? experiment_of(run, v)->quick_draws : experiment_of(run, v)->draws;
}

static struct shape drawn_shape(struct run *run, const struct version *v, int which)
{
    long long size = run->options.quick ? run->lab->quick_size : run->lab->size;

    return experiment_of(run, v)->draw(which, size, random_of(run, v));
}

/* ---- does it keep its contract? ------------------------------------------------------------- */

/* A host function stops the default stream until the launcher has returned. */
struct stall {
    volatile int is_back, gave_up;
};

#define STALL_MS 2000 /* a launcher that has not returned by then waits for the device */

static void stall_stream(void *data)
{
    struct stall *stall = (struct stall *)data;
    const struct timespec pause = { 0, 100 * 1000 };

    for (double start = now_ms(); !stall->is_back && !stall->gave_up;) {
        nanosleep(&pause, NULL);
        stall->gave_up = now_ms() - start > STALL_MS;
    }
}

/* Reads the output by a stream of its own while the default stream is stopped. Made before that
 * stops, because making it may wait. */
struct look {
    cudaStream_t beside;
    unsigned char *copy;
    size_t bytes;
};

static struct look look_make(const struct problem *p)
{
    struct look look = {};

    look.bytes = p->c.bytes < 4096 ? p->c.bytes : 4096;
    CUDA_CHECK(cudaStreamCreateWithFlags(&look.beside, cudaStreamNonBlocking));
    CUDA_CHECK(cudaMallocHost((void **)&look.copy, look.bytes));
    return look;
}

static void look_free(struct look *look)
{
    CUDA_CHECK(cudaFreeHost(look->copy));
    CUDA_CHECK(cudaStreamDestroy(look->beside));
}

/* 1: something was written although the default stream is stopped. */
static int has_overtaken(const struct look *look, const struct problem *p)
{
    const struct timespec pause = { 0, 10 * 1000 * 1000 };
    int changed = 0;

    nanosleep(&pause, NULL);
    CUDA_CHECK(cudaMemcpyAsync(look->copy, p->c.device, look->bytes, cudaMemcpyDeviceToHost,
                               look->beside));
    CUDA_CHECK(cudaStreamSynchronize(look->beside));
    for (size_t i = 0; i < look->bytes; i++)
        changed |= look->copy[i] != p->c.poison;
    return changed;
}

#define SLOW_MS 100 /* no launcher FROM_HOST takes as long at the first awkward shape */

/* Makes each of the streams slow in turn, and for long. */
static void check_waits(struct run *run, struct check *check, const struct version *v)
{
    const struct experiment *e = experiment_of(run, v);

    run->slow_ms = SLOW_MS;
    run->again = 1;
    for (int i = 0; i < ways_to_be_slow(e) && check_state(check) == STATE_OK; i++)
        check_shape(run, check, v, e->awkward[0]);
    run->again = 0;
    run->slow_ms = 2;
}

static void check_returns(struct run *run, struct check *check, const struct version *v)
{
    struct problem p = problem_of(experiment_of(run, v), experiment_of(run, v)->awkward);
    struct stall stall = {};
    struct look look = {};

    problem_begin(run, check, v, &p, "");
    array_poison(&p.c, POISON_BYTE);
    check->poison = POISON_BYTE;
    look = look_make(&p);
    CUDA_CHECK(cudaDeviceSynchronize());
    set_data_pointers(v, &p);
    CUDA_CHECK(cudaLaunchHostFunc(0, stall_stream, &stall));
    const struct version listed_version = listing(run, v);
    enter(run, check, v);
    listed_version.run(&p);
    check_calls(run, check, v, &p);
    if (stall.gave_up)
        check_fail(check, "the launcher waited for the device: it must return at once");
    else if (!check->wrong && !run->device.is_cpu && has_overtaken(&look, &p))
        check_fail(check, "launched in a stream of its own: the contract says the default one");
    stall.is_back = 1;
    if (leave(run, check))
        check_result(run, check, v, &p, 0);
    run->again = 1;
    for (int i = 0; i < 3 && !check->lost; i++) { /* in the same memory: is anything kept? */
        problem_change(&p, random_of(run, v));
        if (check_state(check) == STATE_OK && run_once(run, check, v, &p))
            check_run(run, check, v, &p);
    }
    run->again = 0;
    if (!check->lost) /* a device that is lost takes nothing back */
        look_free(&look);
    problem_end(run, check, v, &p);
}

void check_contract(struct run *run, struct check *check, const struct version *v)
{
    if (v->where == ON_DEVICE)
        check_returns(run, check, v);
    else if (v->where == FROM_HOST)
        check_waits(run, check, v);
}

/* ---- all of it ------------------------------------------------------------------------------ */

void check_shapes(struct run *run, struct check *check, const struct version *v)
{
    for (const struct shape *s = experiment_of(run, v)->awkward; s->m || s->n || s->k; s++)
        check_shape(run, check, v, *s);
    for (int i = 0; i < draws_of(run, v) && check_state(check) == STATE_OK; i++)
        check_shape(run, check, v, drawn_shape(run, v, i));
    if (check_state(check) == STATE_OK && !under_bug_finder())
        check_contract(run, check, v);
}
