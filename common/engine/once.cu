#include "parts.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "supervisor.h"

int on_device(const struct version *version)
{
    return version->where != ON_ONE_THREAD && version->where != ON_ALL_CORES;
}

int is_launcher(const struct version *version)
{
    return version->where == ON_DEVICE || version->where == FROM_HOST;
}

/* ---- problems ------------------------------------------------------------------------------- */

struct problem problem_of(const struct version *v, const struct shape *shape)
{
    struct problem p = v->experiment->problem(shape);

    p.shape = *shape;
    p.version = v;
    return p;
}

/* A part of a size: part 1 is the only one of most labs. */
struct problem problem_of_size(const struct run *run, const struct version *v, long long size,
                               int part)
{
    struct shape shape = run->experiment->shape_of(size, part);

    shape.part = run->experiment->parts > 1 ? part : 0;
    return problem_of(v, &shape);
}

void problem_draw(struct problem *p)
{
    struct random *random = p->version->random;

    array_draw(&p->a, random);
    array_draw(&p->b, random);
    p->seed = random_next(random);
    array_send(&p->a);
    array_send(&p->b);
}

/* Some inputs are new in each sample, so that an answer kept from the sample before is WRONG. */
void problem_change(struct problem *p)
{
    array_change(&p->a, p->version->random);
    array_change(&p->b, p->version->random);
    p->seed = random_next(p->version->random);
}

void set_data_pointers(struct problem *p)
{
    int there = on_device(p->version) && p->version->where != FROM_HOST;

    for (struct array *array : { &p->a, &p->b, &p->c })
        array->data = there ? array->device : array->host;
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

/* What the launcher that ran last called; NULL: not known. */
static const struct cpu_device_call *calls;
static int call_count;

void enter(struct run *run, const struct version *v)
{
    set_threads(run, v);
    cuda_check_finds_for(v->check);
    calls = NULL;
    watch_version(v->name, v->check->at);
}

int leave(struct run *run, const struct version *v)
{
    int fine = device_finished(v->check) && !v->check->wrong;

    run->watched->inside = 0;
    cuda_check_finds_for(NULL);
    omp_set_num_threads(run->threads);
    return fine;
}

/* Stopwatches call this instead of the launcher. The CPU device lists what a launcher asked it for,
 * in every run: it may do at one size only what it must not do at any. */
void run_listed(const struct problem *p)
{
    cpu_device_list_calls();
    p->version->launcher(p);
    calls = cpu_device_calls(&call_count);
}

void check_calls(struct run *run, const struct problem *p)
{
    const struct experiment *e = p->version->experiment;
    struct check *check = p->version->check;
    int launches = 0, refused = 0, elsewhere = 0, waits = 0, frees = 0, kept = 0;

    if (!calls || under_bug_finder() || check_state(check) != STATE_OK)
        return;
    for (int i = 0; i < call_count; i++) {
        enum cpu_device_called what = calls[i].what;
        launches += what == CALL_LAUNCH || calls[i].inside;
        refused += what == CALL_REFUSED;
        elsewhere += calls[i].stream != NULL && what != CALL_EVENT;
        frees += what == CALL_FREE && launches;
        waits += what == CALL_WAIT || calls[i].to_host;
        kept += (what == CALL_ALLOCATE || what == CALL_CREATE) -
                (what == CALL_FREE || what == CALL_FREE_ASYNC || what == CALL_DESTROY);
    }
    if (run->again && kept > 0)
        check_fail(check,
                   "each call leaves more behind, %d of arrays, streams and events: destroy them, "
                   "or use them again",
                   kept);
    else if (refused)
        check_fail(check, "%d of its launches failed, and it has hidden the error", refused);
    else if (e->check_calls)
        e->check_calls(check, p, p->version, calls, call_count);
    else if (!launches)
        check_fail(check, "launched no kernel: the result must come from one");
    else if (elsewhere)
        check_fail(check, "launched in a stream of its own: the contract says the default one");
    else if (waits || frees)
        check_fail(check, "the launcher waited for the device: it must return at once%s",
                   waits ? "" : "; cudaFree waits, too");
}

/* Of scratch memory, as float -1.7e38: what is copied out without having been copied in is not
 * taken for what was never written, and a kernel that works in place changes it. */
#define POISON_SCRATCH 0xFE

/* How long a stream is slow; the longer one where that is looked for, at the first awkward shape,
 * where no launcher FROM_HOST takes as long. */
static double slow_ms[] = { 2, 100 };

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
    const struct experiment *e = v->experiment;

    if (v->where != FROM_HOST || under_bug_finder())
        return;
    int which = run->slow_stream++ % ways_to_be_slow(e), given = which - 2;
    int used = given - e->stream_count; /* by the launcher: the first, or the second */
    cudaStream_t stream = given >= 0 && used < 0 ? e->streams()[given] : 0;

    if (cpu_device_hold_back)
        cpu_device_hold_back(used >= 0 ? NTH_STREAM(used) : which ? stream : EVERY_STREAM);
    else
        CUDA_CHECK(cudaLaunchHostFunc(stream, sleep_ms, &slow_ms[run->again]));
}

void hold_nothing_back(void)
{
    if (cpu_device_hold_back)
        cpu_device_hold_back(NO_STREAM);
}

void look_at_return(struct problem *p)
{
    if (p->version->where == FROM_HOST)
        memcpy(p->at_return, p->c.host, p->c.bytes);
}

/* A counter that was not set to 0 shows it by an enormous number: as UINT64, POISON_BYTE is -1. */
int draw_poison(const struct array *c, struct random *random)
{
    int other = c->dtype == UINT64 ? POISON_SCRATCH : POISON_BYTE;

    return random_next(random) & 1 ? other : POISON_NUMBER;
}

int run_once(struct run *run, struct problem *p)
{
    const struct version *v = p->version;

    p->version->check->poison = draw_poison(&p->c, v->random);
    array_poison(&p->c, p->version->check->poison);
    if (v->where == FROM_HOST)
        array_poison_device(&p->c, POISON_SCRATCH);
    CUDA_CHECK(cudaDeviceSynchronize()); /* from here on only the launcher touches c */
    set_data_pointers(p);
    enter(run, v);
    slow_down(run, v);
    v->run(p);
    look_at_return(p);
    hold_nothing_back();
    return leave(run, v);
}

/* Of a launcher that must wait: all of the output was there when it returned, and has gone by way
 * of the scratch memory. */
static void check_from_host(const struct problem *p)
{
    const char *name = p->c.name ? p->c.name : "c";
    void *scratch = host_memory(p->c.bytes);
    size_t late = array_difference(&p->c, p->c.host, p->at_return), other;

    CUDA_CHECK(cudaMemcpy(scratch, p->c.device, p->c.bytes, cudaMemcpyDeviceToHost));
    other = array_difference(&p->c, p->c.host, scratch);
    free(scratch);
    if (late < p->c.count)
        check_fail(p->version->check, "%s[%zu] came after the launcher had returned: it must wait",
                   name, late);
    else if (other < p->c.count && check_state(p->version->check) == STATE_OK)
        check_fail(p->version->check,
                   "%s[%zu] differs from %s[%zu]: each element must go by way of it",
                   p->c.device_name ? p->c.device_name : "d_c", other, name, other);
}

/* 0: the launcher has freed it. */
static int is_on_device(const struct array *array)
{
    struct cudaPointerAttributes attributes;

    return !array->count || (!cudaPointerGetAttributes(&attributes, array->device) &&
                             attributes.type == cudaMemoryTypeDevice);
}

/* The inputs come first, because a kernel that changes them may be wrong for that reason alone. */
void check_result(struct problem *p, int fetched)
{
    const char *names = p->m ? "ABC" : "abc"; /* matrices have capitals */
    const char a[] = { names[0], 0 }, b[] = { names[1], 0 }, c[] = { names[2], 0 };
    const struct version *v = p->version;
    struct check *check = p->version->check;

    if (!is_on_device(&p->a) || !is_on_device(&p->b) || !is_on_device(&p->c)) {
        check_fail(check, "arrays of the lab are gone: a launcher must not free them, nor reset "
                          "the device");
        check->lost = 1;
        return;
    }
    if (on_device(v) && !fetched)
        array_fetch(&p->c);
    check_unchanged(check, a, &p->a);
    check_unchanged(check, b, &p->b);
    if (!run_instead) /* a grader's program that runs a version does not know what is right */
        v->experiment->compare(check, p, v);
    if (v->where == FROM_HOST && fetched)
        check_from_host(p);
    check_guards(check, c, &p->c);
    check_guards(check, a, &p->a);
    check_guards(check, b, &p->b);
}

void check_run(struct run *run, struct problem *p)
{
    check_result(p, p->version->where == FROM_HOST);
    check_calls(run, p);
}

void say_where(const struct problem *p, const char *what)
{
    if (p->label[0])
        check_at(p->version->check, "%s%s", p->label, what);
    else if (p->m)
        check_at(p->version->check, "m, n, k = %lld, %lld, %lld%s", p->m, p->n, p->k, what);
    else
        check_at(p->version->check, "n = %lld%s", p->n, what);
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

/* 1: a student's function has given the same memory twice. */
static int overlap(const struct array *one, const struct array *other)
{
    const char *x = (const char *)one->host, *y = (const char *)other->host;

    return is_students(one->place) && one->count && other->count && x < y + other->bytes &&
           y < x + one->bytes;
}

static int allocate(struct run *run, struct problem *p, const char *what)
{
    const struct version *v = p->version;

    say_where(p, what);
    if (p->patient)
        run->watched->patient = 1;
    p->a.place = p->b.place = p->c.place = v->place;
    if (is_students(v->place))
        enter(run, v);
    array_allocate(&p->a);
    array_allocate(&p->b);
    array_allocate(&p->c);
    if (is_students(v->place))
        leave(run, v);
    CUDA_CHECK(cudaEventCreate(&p->before));
    CUDA_CHECK(cudaEventCreate(&p->after));
    if (!has_memory(p->version->check, &p->a) || !has_memory(p->version->check, &p->c))
        return 0;
    if (overlap(&p->a, &p->c)) {
        check_fail(v->check, "%s returned memory that is still in use", v->place->exercise);
        return 0;
    }
    if (v->where == FROM_HOST)
        p->at_return = host_memory(p->c.bytes);
    return 1;
}

int problem_begin(struct run *run, struct problem *p, const char *what)
{
    int allocated = allocate(run, p, what);

    if (allocated)
        problem_draw(p);
    return allocated;
}

void problem_end(struct run *run, struct problem *p)
{
    const struct version *v = p->version;
    int students = is_students(v->place);

    if (students)
        enter(run, v);
    array_free(&p->a);
    array_free(&p->b);
    array_free(&p->c);
    /* a GPU's driver may keep pages pinned for the next one who asks */
    if (students && leave(run, v) && run->device.is_cpu &&
        (is_pinned(p->a.host) || is_pinned(p->c.host)))
        check_fail(p->version->check, "memory of %s is still pinned after it was freed",
                   v->place->exercise);
    free(p->at_return);
    cudaEventDestroy(p->before); /* unchecked, as in array_free */
    cudaEventDestroy(p->after);
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

void check_shape(struct run *run, const struct version *v, struct shape shape)
{
    struct problem p = problem_of(v, &shape);

    if (v->check->lost || (v->check->wrong && !under_bug_finder()) || too_large(&p))
        return;
    if (problem_begin(run, &p, "") && run_once(run, &p))
        check_run(run, &p);
    problem_end(run, &p);
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

/* What reads the output while the default stream is stopped; made before that stops, because making
 * it may wait, and kept. */
#define SEEN 4096 /* bytes, of the output's first */
static cudaStream_t beside;
static unsigned char *seen;

static void prepare_to_look(void)
{
    if (seen)
        return;
    CUDA_CHECK(cudaStreamCreateWithFlags(&beside, cudaStreamNonBlocking));
    CUDA_CHECK(cudaMallocHost((void **)&seen, SEEN));
}

/* 1: something was written although the default stream is stopped. */
static int has_overtaken(const struct problem *p)
{
    const struct timespec pause = { 0, 10 * 1000 * 1000 };
    size_t bytes = p->c.bytes < SEEN ? p->c.bytes : SEEN;
    int changed = 0;

    nanosleep(&pause, NULL);
    CUDA_CHECK(cudaMemcpyAsync(seen, p->c.device, bytes, cudaMemcpyDeviceToHost, beside));
    CUDA_CHECK(cudaStreamSynchronize(beside));
    for (size_t i = 0; i < bytes; i++)
        changed |= seen[i] != p->c.poison;
    return changed;
}

/* Makes each of the streams slow in turn, and for long. */
static void check_waits(struct run *run, const struct version *v)
{
    const struct experiment *e = v->experiment;

    run->again = 1;
    for (int i = 0; i < ways_to_be_slow(e) && check_state(v->check) == STATE_OK; i++)
        check_shape(run, v, e->awkward[0]);
    run->again = 0;
}

/* Of a student's memory: arrays have guards, so that none is small; and what if there is no more?
 */
static void check_little_memory(struct run *run, const struct version *v)
{
    void *memory = NULL;

    for (size_t bytes = 1; bytes < 1000000 && check_state(v->check) == STATE_OK;
         bytes = 7 * bytes + 1) {
        check_at(v->check, "%zu bytes", bytes);
        enter(run, v);
        memory = v->place->alloc(bytes);
        if (is_pinned(memory) && is_pinned((char *)memory + bytes - 1))
            v->place->free(memory);
        else
            check_fail(v->check, "%s gave no pinned memory", v->place->exercise);
        leave(run, v);
    }
    if (!cpu_device_refuse_pinned || check_state(v->check) != STATE_OK)
        return;
    check_at(v->check, "4096 bytes");
    enter(run, v);
    cpu_device_refuse_pinned(1);
    memory = v->place->alloc(4096);
    cpu_device_refuse_pinned(0);
    cudaGetLastError(); /* it may be left to the caller */
    leave(run, v);
    if (memory)
        check_fail(v->check, "%s: there is no more pinned memory: must return NULL",
                   v->place->exercise);
}

/* Leaves out kernels, `count` in a row. Returns how many there are, left out or not. */
static int run_without(struct run *run, struct problem *p, int first, int count)
{
    int launches = 0;

    cpu_device_leave_out(first, count);
    if (run_once(run, p))
        p->version->experiment->compare_without(p->version->check, p, p->version, count);
    cpu_device_leave_out(0, 0);
    for (int i = 0; i < call_count; i++)
        launches += calls[i].what == CALL_LAUNCH;
    return launches;
}

/* Finds a kernel that does the work of several: of few each is left out, of many each in a row of
 * 16, and some alone. */
static void check_each_kernel(struct run *run, const struct version *v, const struct shape *shape)
{
    struct problem p = problem_of(v, shape);
    struct check *check = v->check;
    int launches = problem_begin(run, &p, "") ? run_without(run, &p, 0, 1) : 0;
    int row = launches > 16 ? 16 : 1;

    for (int i = row == 1; i < launches && check_state(check) == STATE_OK; i += row)
        run_without(run, &p, i, row);
    for (int i = 0; row > 1 && i < 16 && check_state(check) == STATE_OK; i++)
        run_without(run, &p, random_between(v->random, 0, launches - 1), 1);
    problem_end(run, &p);
}

static void check_kernels(struct run *run, const struct version *v)
{
    const struct shape *s = v->experiment->with_gaps;

    for (; s && s->n && cpu_device_leave_out && check_state(v->check) == STATE_OK; s++)
        check_each_kernel(run, v, s);
}

/* The launcher alone, on arrays as they are. 1: neither the launch nor the kernel failed. */
static int launch(struct run *run, struct problem *p)
{
    enter(run, p->version);
    p->version->run(p);
    return leave(run, p->version);
}

/* Does every launch fit into a grid? Without kernels nobody looks at the memory. */
static void check_grid(struct run *run, const struct version *v, const struct shape *shape)
{
    struct problem p = problem_of(v, shape);

    cpu_device_leave_out(0, EVERY_KERNEL);
    if (allocate(run, &p, "")) {
        set_data_pointers(&p);
        if (launch(run, &p))
            check_calls(run, &p);
    }
    cpu_device_leave_out(0, 0);
    problem_end(run, &p);
}

static void check_grids(struct run *run, const struct version *v)
{
    const struct shape *s = v->experiment->grids;

    for (; s && (s->m || s->n || s->k) && check_state(v->check) == STATE_OK; s++)
        if (cpu_device_leave_out)
            check_grid(run, v, s);
        else
            check_shape(run, v, *s);
}

/* One more run, with the same inputs, over its own output, of which some was poisoned: what it
 * takes for done already is not. */
static void run_over_old(struct run *run, struct problem *p)
{
    size_t bytes = p->c.bytes / 8, first = random_between(p->version->random, 0, 7) * bytes;

    CUDA_CHECK(cudaMemset((char *)p->c.device + first, p->c.device_poison, bytes));
    if (launch(run, p))
        check_run(run, p);
}

static void check_returns(struct run *run, const struct version *v)
{
    struct problem p = problem_of(v, v->experiment->awkward);
    struct check *check = v->check;
    struct stall stall = {};

    problem_begin(run, &p, "");
    array_poison(&p.c, POISON_BYTE);
    check->poison = POISON_BYTE;
    prepare_to_look();
    CUDA_CHECK(cudaDeviceSynchronize());
    set_data_pointers(&p);
    CUDA_CHECK(cudaLaunchHostFunc(0, stall_stream, &stall));
    enter(run, v);
    v->run(&p);
    check_calls(run, &p);
    if (stall.gave_up)
        check_fail(check, "the launcher waited for the device: it must return at once");
    else if (!check->wrong && !run->device.is_cpu && has_overtaken(&p))
        check_fail(check, "launched in a stream of its own: the contract says the default one");
    stall.is_back = 1;
    if (leave(run, v))
        check_result(&p, 0);
    run->again = 1;
    for (int i = 0; i < 3 && !check->lost; i++) { /* in the same memory: is anything kept? */
        problem_change(&p);
        if (check_state(check) == STATE_OK && run_once(run, &p))
            check_run(run, &p);
    }
    if (check_state(check) == STATE_OK)
        run_over_old(run, &p);
    run->again = 0;
    problem_end(run, &p);
}

void check_contract(struct run *run, const struct version *v)
{
    if (v->where == ON_DEVICE)
        check_returns(run, v);
    if (is_launcher(v))
        check_grids(run, v);
    if (is_students(v->place))
        check_little_memory(run, v);
    if (v->where == FROM_HOST)
        check_waits(run, v);
    if (v->todo)
        check_kernels(run, v);
}

/* ---- all of it ------------------------------------------------------------------------------ */

void check_shapes(struct run *run, const struct version *v)
{
    const struct experiment *e = v->experiment;
    long long size = run->options.quick ? run->lab->quick_size : run->lab->size;
    int draws = run->options.quick ? e->quick_draws : e->draws;

    if (!on_device(v) || under_bug_finder()) /* the CPU's versions are no student's */
        draws = 0;
    for (const struct shape *s = e->awkward; s->m || s->n || s->k; s++)
        check_shape(run, v, *s);
    for (int i = 0; i < draws && check_state(v->check) == STATE_OK; i++)
        check_shape(run, v, e->draw(i, size, v->random));
    if (check_state(v->check) == STATE_OK && !under_bug_finder())
        check_contract(run, v);
}
