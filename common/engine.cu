#include "engine.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "pairs.h"
#include "supervisor.h"

static int on_device(const struct version *version)
{
    return version->where == ON_DEVICE || version->where == BY_LIBRARY ||
           version->where == FROM_HOST;
}

/* 1: a launcher of the student's, whose calls are the contract's matter. */
static int is_launcher(const struct version *version)
{
    return version->where == ON_DEVICE || version->where == FROM_HOST;
}

static struct check *check_of(struct run *run, const struct version *version)
{
    return &run->report.checks[version - run->versions];
}

/* Each version has draws of its own, so that it meets the same ones when it runs alone. */
static struct random *random_of(struct run *run, const struct version *version)
{
    return &run->random[version - run->versions];
}

/* ---- problems ------------------------------------------------------------------------------- */

static const struct experiment *experiment_of(const struct run *run, const struct version *v)
{
    const struct experiment *e = run->experiment;

    return e->instead && e->instead(v) ? e->instead(v) : e;
}

static struct problem problem_of(const struct experiment *e, const struct shape *shape)
{
    struct problem p = e->problem(shape);

    p.shape = *shape;
    return p;
}

/* A part of a size: part 1 is the only one of most labs. */
static struct problem problem_of_size(const struct run *run, const struct experiment *e,
                                      long long size, int part)
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

static void problem_draw(struct problem *p, struct random *random)
{
    array_draw(&p->a, random);
    array_draw(&p->b, random);
    p->seed = random_next(random);
    array_send(&p->a);
    array_send(&p->b);
}

/* Some inputs are new in each sample, so that an answer kept from the sample before is WRONG. */
static void problem_change(struct problem *p, struct random *random)
{
    array_change(&p->a, random);
    array_change(&p->b, random);
    p->seed = random_next(random);
}

static void set_data_pointers(const struct version *v, struct problem *p)
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

/* Between enter and leave only the version runs: if the program ends there, the version is WRONG.
 */
static void enter(struct run *run, struct check *check, const struct version *v)
{
    struct watched *watched = run->watched;

    set_threads(run, v);
    snprintf(watched->version, sizeof(watched->version), "%s", v->name);
    snprintf(watched->at, sizeof(watched->at), "%s", check->at);
    watched->since_ms = now_ms();
    cuda_check_finds_for(check);
    watched->inside = 1;
}

/* Waits for the device. 1: neither the launch nor the kernel failed. */
static int leave(struct run *run, struct check *check)
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

static struct version listing(struct run *run, const struct version *v)
{
    struct version copy = *v;

    running = run;
    listed = v;
    run->calls = NULL;
    if (cpu_device_list_calls)
        copy.run = run_listed;
    return copy;
}

static void check_calls(struct run *run, struct check *check, const struct version *v,
                        const struct problem *p)
{
    const struct experiment *e = experiment_of(run, v);
    int launches = 0, elsewhere = 0, waits = 0;

    if (!run->calls || under_bug_finder() || !is_launcher(v) || check_state(check) != STATE_OK)
        return;
    for (int i = 0; i < run->call_count; i++) {
        launches += run->calls[i].what == CALL_LAUNCH;
        elsewhere += run->calls[i].stream != NULL;
        waits += run->calls[i].what == CALL_WAIT || run->calls[i].to_host;
    }
    if (e->check_calls)
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

/* Makes the streams slow, one after the other, from run to run: a launcher that does not wait for a
 * stream comes too early, and a kernel that does not wait for its copy in it computes with poison.
 * The CPU device holds back what is queued there until something waits for it, once in all streams;
 * on a GPU the stream has something else to do first. */
static void slow_down(struct run *run, const struct version *v)
{
    const struct experiment *e = experiment_of(run, v);

    if (v->where != FROM_HOST || under_bug_finder())
        return;
    int which = run->slow_stream++ % (2 + e->stream_count), given = which - 2;
    cudaStream_t stream = given >= 0 ? e->streams()[given] : 0;

    if (cpu_device_hold_back)
        cpu_device_hold_back(which ? stream : EVERY_STREAM);
    else
        CUDA_CHECK(cudaLaunchHostFunc(stream, sleep_ms, &run->slow_ms));
}

static void hold_nothing_back(void)
{
    if (cpu_device_hold_back)
        cpu_device_hold_back(NO_STREAM);
}

/* Keeps what the output is like when a launcher has returned that must wait. */
static void look_at_return(const struct version *v, struct problem *p)
{
    if (v->where == FROM_HOST)
        memcpy(p->at_return, p->c.host, p->c.bytes);
}

static int run_once(struct run *run, struct check *check, const struct version *v,
                    struct problem *p)
{
    check->poison = random_next(random_of(run, v)) & 1 ? POISON_BYTE : POISON_NUMBER;
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

/* The first element that differs; p->c.count if there is none. */
static size_t first_difference(const struct problem *p, const void *x)
{
    const char *y = (const char *)p->c.host, *other = (const char *)x;
    size_t size = p->c.bytes / p->c.count, i = 0;

    if (!memcmp(y, other, p->c.bytes))
        return p->c.count;
    while (!memcmp(y + i * size, other + i * size, size))
        i++;
    return i;
}

/* Of a launcher that must wait: all of the output was there when it returned, and has gone by way
 * of the scratch memory. */
static void check_from_host(struct check *check, const struct problem *p)
{
    const char *name = p->c.name ? p->c.name : "c";
    void *scratch = host_memory(p->c.bytes);
    size_t late = first_difference(p, p->at_return), other;

    CUDA_CHECK(cudaMemcpy(scratch, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    other = first_difference(p, scratch);
    free(scratch);
    if (late < p->c.count)
        check_fail(check, "%s[%zu] came after the launcher had returned: it must wait", name, late);
    else if (other < p->c.count && check_state(check) == STATE_OK)
        check_fail(check, "%s[%zu] differs from %s[%zu]: each element must go by way of it",
                   p->c.device_name ? p->c.device_name : "d_c", other, name, other);
}

/* Checks a run. The inputs come first, because a kernel that changes them may be wrong for that
 * reason alone. `fetched`: the host has c already. */
static void check_result(struct run *run, struct check *check, const struct version *v,
                         struct problem *p, int fetched)
{
    const char *names = p->m ? "ABC" : "abc"; /* matrices have capitals */
    const char a[] = { names[0], 0 }, b[] = { names[1], 0 }, c[] = { names[2], 0 };

    if (on_device(v) && !fetched)
        array_fetch(&p->c);
    check_unchanged(check, a, &p->a);
    check_unchanged(check, b, &p->b);
    experiment_of(run, v)->compare(check, p, v);
    if (v->where == FROM_HOST && fetched)
        check_from_host(check, p);
    check_guards(check, c, &p->c);
    check_guards(check, a, &p->a);
    check_guards(check, b, &p->b);
}

/* The same, and what the launcher called on its way there. */
static void check_run(struct run *run, struct check *check, const struct version *v,
                      struct problem *p)
{
    check_result(run, check, v, p, v->where == FROM_HOST);
    check_calls(run, check, v, p);
}

static void say_where(struct check *check, const struct problem *p, const char *what)
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
static int problem_begin(struct run *run, struct check *check, const struct version *v,
                         struct problem *p, const char *what)
{
    say_where(check, p, what);
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

static void problem_end(struct run *run, struct check *check, const struct version *v,
                        struct problem *p)
{
    struct cudaPointerAttributes attributes;

    if (!is_students(v->place)) {
        problem_release(p);
        return;
    }
    enter(run, check, v);
    problem_release(p);
    /* a GPU's driver may keep pages pinned for the next one who asks */
    if (leave(run, check) && run->device.is_cpu && p->a.host &&
        !cudaPointerGetAttributes(&attributes, p->a.host) && attributes.type == cudaMemoryTypeHost)
        check_fail(check, "memory of %s is still pinned after it was freed", v->place->exercise);
}

/* ---- is it right? --------------------------------------------------------------------------- */

/* The bug finder takes a hundred times as long as the kernel alone. */
static int too_large(const struct problem *p)
{
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
    for (int i = 0; i < 2 + e->stream_count && check_state(check) == STATE_OK; i++)
        check_shape(run, check, v, e->awkward[0]);
    run->slow_ms = 2;
}

static void check_contract(struct run *run, struct check *check, const struct version *v)
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
    problem_change(&p, random_of(run, v)); /* again in the same memory: is anything kept? */
    if (check_state(check) == STATE_OK && run_once(run, check, v, &p))
        check_run(run, check, v, &p);
    look_free(&look);
    problem_release(&p);
}

/* ---- how long does it take? ----------------------------------------------------------------- */

/* Code on the CPU has finished when it returns. */
static void wall(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[WALL] = now_ms() - start;
}

static stopwatch *const wall_alone[] = { wall, NULL };

static stopwatch *const *stopwatches_of(const struct run *run, const struct version *v)
{
    return on_device(v) ? run->experiment->stopwatches : wall_alone;
}

/* What must be done before a sample and is not timed. 0: the version is WRONG by now. */
static int before_sample(struct run *run, struct check *check, const struct version *v,
                         struct problem *p, int last)
{
    if (check->wrong) /* the device may be lost */
        return 0;
    set_data_pointers(v, p);
    if (is_launcher(v))
        problem_change(p, random_of(run, v));
    if (on_device(v))
        CUDA_CHECK(cudaMemsetAsync(p->c.device, p->c.device_poison, p->c.bytes, 0));
    if (last)
        array_poison_host(&p->c);
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    enter(run, check, v);
    if (last && v->where == FROM_HOST && cpu_device_hold_back) /* which takes no time */
        cpu_device_hold_back(EVERY_STREAM);
    run->preempted = -times_preempted();
    run->begun = begun_now();
    return 1;
}

/* The output of the last sample is checked. A launcher is as fast as its fastest sample. */
static void after_sample(struct run *run, struct check *check, const struct version *v,
                         struct problem *p, const double ms[], int last)
{
    if (!isnan(ms[NO_SYNC]))
        run->launch_ms = fmin(run->launch_ms, fmin(own_ms(&run->begun), ms[NO_SYNC]));
    run->preempted += times_preempted();
    if (last)
        look_at_return(v, p);
    hold_nothing_back();
    if (leave(run, check) && last)
        check_result(run, check, v, p, !isnan(ms[WITH_TRANSFERS]));
    check_calls(run, check, v, p);
}

/* Takes a sample with one stopwatch. 0: the version is WRONG. */
static int take_sample(struct run *run, struct check *check, const struct version *v,
                       struct problem *p, stopwatch *watch, double ms[METHODS], int last)
{
    for (int m = 0; m < METHODS; m++)
        ms[m] = NAN;
    if (!before_sample(run, check, v, p, last))
        return 0;
    const struct version listed_version = listing(run, v);
    watch(&listed_version, p, ms);
    after_sample(run, check, v, p, ms, last);
    return !check->wrong;
}

#define BUSY_MS    2   /* a launch takes microseconds */
#define BUSY_SHARE 0.2 /* of the time until the kernel is done */

/* Finds a launcher that waits or does the work on the host. launch_ms is the time of the launcher
 * alone, in its fastest sample, so that a busy machine makes no launcher WRONG. */
static void check_launch_time(struct check *check, double launch_ms, const struct stats *sync)
{
    if (launch_ms > BUSY_MS && launch_ms > BUSY_SHARE * sync->median_ms)
        check_fail(check,
                   "the launcher took %.3g ms of %.3g: it must not wait, and the work is "
                   "the kernel's",
                   launch_ms, sync->median_ms);
}

/* 1: the sample to come is the last one. */
static int is_last(const struct limits *limits, int samples, double seconds)
{
    int enough = samples + 1 >= limits->samples || seconds >= limits->max_time;

    return samples + 1 == MAX_SAMPLES || (enough && seconds >= limits->min_time);
}

/* On the CPU device, and on one thread, the 20 layers of a network take seconds: such parts are
 * timed once, unless --samples or --min-time says more. */
static struct limits limits_of(const struct run *run, const struct version *v)
{
    struct limits limits = run->report.limits;
    int parts = run->experiment->parts, given = limits.samples > 1 && limits.max_time > 2;

    if (parts > 1 && !given && (v->where == ON_ONE_THREAD || (on_device(v) && run->device.is_cpu)))
        return { 1, 0, 0 };
    limits.min_time /= parts;
    limits.max_time /= parts;
    return limits;
}

#define WARM_UP 3 /* rounds that are not counted; of something slow, one */

/* Takes a sample with each stopwatch in turns, until there are enough. times[m].samples is 0 for a
 * method that no stopwatch has. 0: something went wrong. */
static int take_samples(struct run *run, struct check *check, const struct version *v,
                        struct problem *p, struct stats times[METHODS])
{
    const struct limits limits = limits_of(run, v);
    double *taken = (double *)host_memory(METHODS * MAX_SAMPLES * sizeof(*taken)), ms[METHODS];
    double start = now_ms();
    long preempted[METHODS] = {};
    int has[METHODS] = {}, samples = 0;

    for (int round = 0, last = 0; !last && !check->wrong; round++) {
        int warm = limits.max_time > 0 && round < WARM_UP &&
                   (round == 0 || (!samples && now_ms() - start < 100));
        if (!warm && samples == 0)
            run->launch_ms = HUGE_VAL, start = now_ms();
        last = !warm && is_last(&limits, samples, (now_ms() - start) / 1e3);
        for (stopwatch *const *w = stopwatches_of(run, v);
             *w && take_sample(run, check, v, p, *w, ms, last); w++)
            for (int m = 0; m < METHODS; m++) {
                if (isnan(ms[m]))
                    continue;
                has[m] = 1;
                taken[m * MAX_SAMPLES + samples] = ms[m];
                preempted[m] += warm ? 0 : run->preempted;
            }
        samples += !warm;
    }
    for (int m = 0; m < METHODS && !check->wrong; m++) {
        times[m] = has[m] ? stats_of(taken + m * MAX_SAMPLES, samples) : stats();
        times[m].capped = samples < limits.samples;
        times[m].preempted = preempted[m];
    }
    if (v->where == ON_DEVICE && !check->wrong)
        check_launch_time(check, run->launch_ms, &times[SYNC]);
    free(taken);
    return !check->wrong;
}

/* The least time that the device's limits leave, in ms; 0: they are not known. */
static double bound(const struct problem *p, const struct device *device)
{
    double flops = p->bound_flops ? p->bound_flops : p->flops;

    return device->is_cpu ? 0
                          : fmax(flops / device->peak_gflops, p->bytes / device->copy_gbs) / 1e6;
}

static const char *const dtypes[] = { "float32", "uint64", "float16" };

static void keep_times(struct run *run, const struct version *v, const struct problem *p,
                       long long size, const struct stats times[], const char *own)
{
    static const char *const names[] = { "no_sync", "sync", "events", "with_transfers", "wall" };
    struct report *report = &run->report;
    struct work work = { dtypes[p->c.dtype],    size, p->m, p->n, p->k, p->flops, p->bytes,
                         bound(p, &run->device) };

    for (int m = 0; m < METHODS; m++) {
        if (!times[m].samples)
            continue;
        report_times(report, v->name, &work, &names[m], 1, &times[m]);
        struct row *row = &report->rows.row[report->rows.count - 1];
        row->part = p->shape.part;
        int used = snprintf(row->own, sizeof(row->own), "%s", own);
        if (run->lab->rate == SIZES)
            snprintf(row->own + used, sizeof(row->own) - used, "%s%.6g", used ? "," : "",
                     rate(size, row));
        if (run->experiment->finish_row)
            run->experiment->finish_row(run, row, v, p, times);
    }
}

/* ---- two versions against each other -------------------------------------------------------- */

static double time_that_counts(const struct version *v, const double ms[METHODS])
{
    return ms[v->where == FROM_HOST ? WITH_TRANSFERS : on_device(v) ? SYNC : WALL];
}

/* The stopwatch whose time counts; tries them, which warms up, too. NULL: something went wrong. */
static stopwatch *counting_stopwatch(struct run *run, const struct version *v, struct problem *p)
{
    double ms[METHODS];

    for (stopwatch *const *w = stopwatches_of(run, v);
         *w && take_sample(run, check_of(run, v), v, p, *w, ms, 0); w++)
        if (!isnan(time_that_counts(v, ms)))
            return *w;
    return NULL;
}

/* Times rounds of V W W V or W V V W, drawn at random, until there are enough. A machine that slows
 * down steadily favours neither within a round; a periodic one, neither over many random rounds.
 * 0: something went wrong. */
static int take_rounds(struct run *run, const struct version *const both[2], struct problem *p,
                       double *times[2], int *rounds)
{
    static const int orders[2][4] = { { 0, 1, 1, 0 }, { 1, 0, 0, 1 } };
    stopwatch *const watches[2] = { counting_stopwatch(run, both[0], p),
                                    counting_stopwatch(run, both[1], p) };
    double start = now_ms(), least = 1e3 * run->options.limits.min_time, ms[METHODS];
    int taken[2] = { 0, 0 }, n = 0;

    for (; n < MIN_PAIRS / 2 || (now_ms() - start < least && n < MAX_SAMPLES / 2); n++) {
        const int *order = orders[random_bits(run->options.seed, 1, n) & 1];
        for (int i = 0; i < 4; i++) {
            int which = order[i];
            const struct version *v = both[which];
            if (!watches[which] || !take_sample(run, check_of(run, v), v, p, watches[which], ms, 0))
                return 0;
            times[which][taken[which]++] = time_that_counts(v, ms);
        }
    }
    for (int i = 0; i < 2; i++) { /* once more, to check the output */
        if (!take_sample(run, check_of(run, both[i]), both[i], p, watches[i], ms, 1))
            return 0;
    }
    *rounds = n;
    return check_state(check_of(run, both[0])) == STATE_OK &&
           check_state(check_of(run, both[1])) == STATE_OK;
}

static void compare_versions(struct run *run, const struct version *v, const struct version *w,
                             struct problem *p)
{
    const struct version *const both[2] = { v, w };
    double *times[2] = { (double *)host_memory(MAX_SAMPLES * sizeof(double)),
                         (double *)host_memory(MAX_SAMPLES * sizeof(double)) };
    int rounds;

    if (take_rounds(run, both, p, times, &rounds)) {
        struct ratio r = compare_pairs(times[0], times[1], rounds, run->options.seed);
        printf("\n%s against %s%s%s, in %d pairs of runs:\n", v->name, w->name,
               *p->label ? ", " : "", p->label, 2 * rounds);
        if (r.verdict)
            printf("  %s is faster: %.3f times as fast [%.3f, %.3f]\n",
                   r.verdict > 0 ? v->name : w->name, r.verdict > 0 ? r.ratio : 1 / r.ratio,
                   r.verdict > 0 ? r.low : 1 / r.high, r.verdict > 0 ? r.high : 1 / r.low);
        else
            printf("  which is faster cannot be told: %.3f times as fast [%.3f, %.3f]\n", r.ratio,
                   r.low, r.high);
        if (run->device.is_cpu && (on_device(v) || on_device(w)))
            printf("  on the CPU device: this says nothing about a GPU\n");
        putchar('\n');
    }
    free(times[0]);
    free(times[1]);
}

/* ---- what a lab's main calls ---------------------------------------------------------------- */

/* Idle threads should neither slow down the next version nor wake up slowly: they spin for some 20
 * microseconds, then sleep. The OpenMP library has read its settings already, when it was loaded,
 * so the program starts itself once more with new ones. */
static void settle_threads(char **argv)
{
    for (char **variable = environ; *variable; variable++)
        if (!strncmp(*variable, "OMP_WAIT_POLICY=", 16) ||
            !strncmp(*variable, "GOMP_SPINCOUNT=", 15))
            return;
    setenv("GOMP_SPINCOUNT", "30000", 1);
    setenv("KMP_BLOCKTIME", "0", 0);            /* clang's library */
    setenv("OPENBLAS_THREAD_TIMEOUT", "16", 0); /* 2^16 clocks */
    execv("/proc/self/exe", argv);
}

void run_before_main(char **argv)
{
    settle_threads(argv);
    supervise();
}

static void add_version(struct run *run, const struct version *v)
{
    if (run->version_count == MAX_VERSIONS)
        options_usage(run->lab, "--threads: too many counts; give fewer");
    run->versions[run->version_count++] = *v;
}

/* The lab's table, then each version ON_ALL_CORES once more for each count of --threads. */
static void list_versions(struct run *run)
{
    static char names[MAX_VERSIONS][24];
    const struct options *o = &run->options;

    for (const struct version *v = run->experiment->versions; v->name; v++)
        add_version(run, v);
    for (const struct version *v = run->experiment->versions; v->name; v++)
        for (int i = 0; i < o->thread_count && v->where == ON_ALL_CORES; i++) {
            struct version more = *v;
            char *name = names[run->version_count % MAX_VERSIONS];
            snprintf(name, 24, "%.16s_%d", v->name, o->threads[i]);
            more.name = name;
            more.threads = o->threads[i];
            add_version(run, &more);
        }
}

static void need_memory_of_size(struct run *run)
{
    const struct options *o = &run->options;
    long long size = o->sizes[o->size_count - 1];
    double host = 0, device = 0;
    char option[64];

    for (int part = 1; part <= run->experiment->parts; part++) {
        struct problem p = problem_of_size(run, run->experiment, size, part);
        double arrays = array_needs(&p.a) + array_needs(&p.b) + array_needs(&p.c);
        /* beside them the host holds two more of the size of c and one of an input, to compare */
        host = fmax(host, arrays + 2.0 * p.c.bytes + fmax(p.a.bytes, p.b.bytes));
        device = fmax(device, arrays + p.scratch);
    }
    snprintf(option, sizeof(option), "%s--size %lld",
             run->experiment->with_size ? run->experiment->with_size : "", size);
    need_memory(run->lab, option, "give a smaller one", &run->device, host, device);
}

struct run *run_begin(int argc, char **argv, const struct lab *lab, const struct experiment *e)
{
    static struct run all;
    struct run *run = &all;

    run->threads = omp_get_max_threads();
    run->experiment = e;
    run->lab_copy = *lab;
    run->lab_copy.on_engine = 1;
    run->lab_copy.versions = run->names;
    run->lab = &run->lab_copy;
    for (const struct version *v = e->versions; v->name; v++) {
        strcat(run->names, v->name);
        strcat(run->names, v[1].name ? " " : "");
    }
    run->watched = supervised();
    run->watched->may_end = 1; /* for --help */
    run->options = options_parse(run->lab, e->own_options, argc, argv);
    if (e->options_read)
        e->options_read(&run->options);
    run->watched->may_end = 0;
    if (!run->options.seed_given)
        run->options.seed = random_seed();
    list_versions(run);
    for (int i = 0; i < run->version_count; i++) {
        run->random[i].seed = random_bits(run->options.seed, 0, i);
        struct verdict *verdict = &run->watched->verdicts[i];
        snprintf(verdict->version, sizeof(verdict->version), "%s", run->versions[i].name);
        snprintf(verdict->todo, sizeof(verdict->todo), "%s",
                 run->versions[i].todo ? run->versions[i].todo : "");
        verdict->given = run->versions[i].given;
    }
    double start = now_ms();
    cudaFree(0); /* the first CUDA call makes the context; unchecked: device_open comes next */
    run->context_ms = now_ms() - start;
    run->device = device_open();
    need_memory_of_size(run);
    run->slow_ms = 2;
    report_banner(&run->report, run->lab, &run->options, &run->device);
    if (e->print_head)
        e->print_head(run);
    else
        report_head(&run->report);
    run->report.rows.own_columns = e->own_columns;
    run->report.rows.parts = e->part_column;
    return run;
}

/* On a GPU the break-even needs sizes below --size, too; they get no lines in the table. */
static int needs_small_sizes(const struct run *run)
{
    const struct options *o = &run->options;

    return run->experiment->first_small && !run->device.is_cpu && !o->sweep && !o->compare[0] &&
           !under_bug_finder();
}

int next_size(struct run *run, long long *size)
{
    const struct options *o = &run->options;
    int i = run->next_size++;

    run->next_version = 0;
    run->compared = NULL;
    if (i < o->size_count)
        run->size = o->sizes[i];
    else if (i > o->size_count)
        run->size *= run->experiment->small_factor;
    else if (needs_small_sizes(run)) {
        report_briefly(&run->report);
        run->size = run->experiment->first_small;
    } else
        return 0;
    *size = run->size;
    return i < o->size_count || run->size < o->size;
}

static int is_wanted(const struct run *run, const struct version *v)
{
    const struct options *o = &run->options;

    if (o->compare[0])
        return !strcmp(v->name, o->compare[0]) || !strcmp(v->name, o->compare[1]);
    if (v->threads && o->only) /* cpu_openmp means cpu_openmp_2, too */
        return !strncmp(v->name, o->only, strlen(o->only));
    return options_wants(o, v->name);
}

int next_version(struct run *run, const struct version **version)
{
    while (run->next_version < run->version_count) {
        const struct version *v = &run->versions[run->next_version++];
        if (!is_wanted(run, v))
            continue;
        report_progress(&run->report, v->name, run->size);
        *version = v;
        return 1;
    }
    return 0;
}

/* Why the version does not run, or NULL. */
static const char *why_not(const struct run *run, const struct version *v)
{
    if (!v->run)
        return v->what;
    if (v->given && !run->options.only && !run->options.compare[0] && !under_bug_finder())
        return v->what;
    if (!on_device(v) && run->lab->cpu_size && run->size > run->lab->cpu_size)
        return "would take minutes at this size";
    return NULL;
}

/* Tells the supervisor the verdict so far. */
static void note_verdict(struct run *run, const struct version *v)
{
    struct verdict *verdict = &run->watched->verdicts[v - run->versions];
    const struct check *check = check_of(run, v);

    verdict->state = check_state(check);
    verdict->tried = 1;
    snprintf(verdict->message, sizeof(verdict->message), "%s",
             verdict->state == STATE_WRONG  ? check->message
             : verdict->state == STATE_SKIP ? check->skip
                                            : "");
    if (check->lost) { /* report_version will end the run */
        run->watched->status = STATUS_WRONG;
        run->watched->finished = 1;
    }
}

/* 1: this is the version's first size, and it runs here. */
static int begins(struct run *run, struct check *check, const struct version *v)
{
    if (check->version)
        return 0;
    check_begin(check, v->name, v->what, v->todo);
    check->given = v->given;
    check->skip = why_not(run, v);
    run->watched->patient = !on_device(v);
    run->slow_stream = 0;
    return !check->skip;
}

int check_version(struct run *run, const struct version *v)
{
    struct check *check = check_of(run, v);

    if (begins(run, check, v)) {
        for (const struct shape *s = experiment_of(run, v)->awkward; s->m || s->n || s->k; s++)
            check_shape(run, check, v, *s);
        for (int i = 0; i < draws_of(run, v) && check_state(check) == STATE_OK; i++)
            check_shape(run, check, v, drawn_shape(run, v, i));
        if (check_state(check) == STATE_OK && v->where == ON_DEVICE && !under_bug_finder())
            check_contract(run, check, v);
        if (check_state(check) == STATE_OK && v->where == FROM_HOST && !under_bug_finder())
            check_waits(run, check, v);
    }
    note_verdict(run, v);
    if (check_state(check) == STATE_OK)
        return 1;
    report_version(&run->report, check, run->size);
    return 0;
}

/* One part of a size: is it right there? Then it is timed. */
static void time_problem(struct run *run, struct check *check, const struct version *v,
                         long long size, struct problem p, struct stats times[METHODS])
{
    const struct experiment *e = run->experiment;
    struct row own = {};

    if (!problem_begin(run, check, v, &p, "")) {
        problem_end(run, check, v, &p);
        return;
    }
    p.seed = run->options.seed;
    if (limits_of(run, v).max_time == 0) /* checking the only sample will do */
        array_poison(&p.c, check->poison);
    else if (run_once(run, check, v, &p))
        check_run(run, check, v, &p);
    if (check_state(check) == STATE_OK) {
        if (e->own_cells)
            e->own_cells(&own, &p);
        problem_draw(&p, random_of(run, v));
        say_where(check, &p, ", timed");
        if (run->compared && run->options.compare[0])
            compare_versions(run, run->compared, v, &p);
        else if (!run->options.compare[0] && take_samples(run, check, v, &p, times))
            keep_times(run, v, &p, size, times, own.own);
    }
    problem_end(run, check, v, &p);
}

int time_shape(struct run *run, const struct version *v, const struct shape *shape,
               struct stats times[METHODS])
{
    struct check *check = check_of(run, v);

    if (!check->version || check_state(check) != STATE_OK || under_bug_finder())
        return 0;
    time_problem(run, check, v, shape->n, problem_of(run->experiment, shape), times);
    note_verdict(run, v);
    if (check_state(check) == STATE_OK)
        return 1;
    report_version(&run->report, check, shape->n);
    return 0;
}

/* The time of all parts, each as often as it counts: the sum of their medians. Percentiles cannot
 * be added, so this row has none. */
static void keep_sum(struct run *run, const struct version *v, long long size)
{
    static const char *const names[] = { "no_sync", "sync", "events", "with_transfers", "wall" };
    const struct experiment *e = run->experiment;
    struct rows *rows = &run->report.rows;

    for (int m = 0; m < METHODS; m++) {
        struct row sum = {};
        for (int part = 1; part <= e->parts; part++) {
            const struct row *row = find_part(rows, v->name, names[m], size, part);
            struct problem p = problem_of_size(run, e, size, part);
            if (!row)
                break;
            if (part == 1) {
                sum = *row;
                memset(&sum.time, 0, sizeof(sum.time));
                sum.time.samples = row->time.samples;
                sum.work = { row->work.dtype, size, 0, 0, 0, 0, 0, 0 };
                sum.part = 0;
                sum.own[0] = 0;
                p.shape.part = 0;
                if (e->own_cells)
                    e->own_cells(&sum, &p);
            }
            sum.work.flops += p.weight * row->work.flops;
            sum.work.bytes += p.weight * row->work.bytes;
            sum.work.floor_ms += p.weight * row->work.floor_ms;
            sum.time.median_ms += p.weight * row->time.median_ms;
            sum.time.preempted += row->time.preempted;
            sum.time.capped |= row->time.capped;
            if (row->time.samples < sum.time.samples)
                sum.time.samples = row->time.samples;
            if (part == e->parts)
                *new_row(rows) = sum;
        }
    }
}

void time_version(struct run *run, const struct version *v, long long size)
{
    const struct experiment *e = run->experiment;
    struct check *check = check_of(run, v);
    const char *why = e->not_timed ? e->not_timed(v) : NULL;
    int comparing = run->options.compare[0] != NULL, rows = run->report.rows.count;
    struct stats times[METHODS];

    run->watched->patient = !on_device(v) || size > run->lab->size;
    if (comparing && !strcmp(run->options.compare[0], run->options.compare[1])) /* with itself */
        run->compared = v;
    for (int part = 1; part <= e->parts && !why && !under_bug_finder(); part++)
        if (check_state(check) == STATE_OK)
            time_problem(run, check, v, size,
                         problem_of_size(run, experiment_of(run, v), size, part), times);
    if (check_state(check) != STATE_OK) /* nor have the parts before a wrong one a time */
        run->report.rows.count = rows;
    else if (e->parts > 1)
        keep_sum(run, v, size);
    run->compared = comparing ? v : NULL;
    check->not_timed = why;
    note_verdict(run, v);
    if (!comparing || check_state(check) != STATE_OK)
        report_version(&run->report, check, size);
}

double time_once(struct run *run, const char *name, long long size, stopwatch *watch)
{
    struct problem p = problem_of_size(run, run->experiment, size, 1);
    const struct version *v = run->versions;
    struct check check;
    double ms[METHODS];

    while (strcmp(v->name, name))
        v++;
    if (!is_wanted(run, v) || under_bug_finder())
        return 0;
    check_begin(&check, v->name, v->what, v->todo);
    problem_begin(run, &check, v, &p, ", the first launch");
    CUDA_CHECK(cudaDeviceSynchronize());
    set_data_pointers(v, &p);
    enter(run, &check, v);
    watch(v, &p, ms);
    leave(run, &check);
    problem_release(&p);
    if (check.lost) { /* report_version ends the run */
        *check_of(run, v) = check;
        note_verdict(run, v);
        report_version(&run->report, &check, size);
    }
    return ms[SYNC];
}

/* 1: an exercise of --require is not written, or was not tried. */
static int misses_a_required(struct run *run)
{
    int missing = 0;
    char list[256], *rest = list, *one;

    snprintf(list, sizeof(list), "%s", run->options.require ? run->options.require : "");
    while ((one = strsep(&rest, ",")))
        for (int i = 0; i < run->version_count; i++) {
            const char *name = run->versions[i].name;
            if (strncmp(name, "gpu_", 4) || strcmp(name + 4, one) ||
                (run->report.checks[i].version && check_state(&run->report.checks[i]) == STATE_OK))
                continue;
            printf("required %s is not ok\n", name);
            missing = 1;
        }
    return missing;
}

int run_end(struct run *run)
{
    int missing = misses_a_required(run), status = report_end(&run->report);

    if (status == STATUS_OK && missing)
        status = STATUS_WRONG;
    run->watched->status = status;
    run->watched->finished = 1;
    return status;
}
