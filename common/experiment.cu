#include "experiment.h"
#include "array.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- arrays --------------------------------------------------------------------------------- */

float *host_floats(size_t count)
{
    return (float *)host_memory(count * sizeof(float));
}

static size_t bytes_with_guard(const struct floats *array)
{
    return (array->count + CHECK_GUARD) * sizeof(float);
}

struct floats floats_make(size_t count)
{
    struct floats array = { host_floats(count + CHECK_GUARD), NULL, count };

    CUDA_CHECK(cudaMalloc((void **)&array.device, bytes_with_guard(&array)));
    return array;
}

void floats_free(struct floats *array)
{
    free(array->host);
    cudaFree(array->device); /* unchecked: after a fault it repeats what was told already */
}

void floats_send(const struct floats *array)
{
    size_t bytes = array->count * sizeof(float);

    CUDA_CHECK(cudaMemcpy(array->device, array->host, bytes, cudaMemcpyHostToDevice));
}

void floats_fetch(const struct floats *array)
{
    size_t bytes = bytes_with_guard(array);

    CUDA_CHECK(cudaMemcpy(array->host, array->device, bytes, cudaMemcpyDeviceToHost));
}

void floats_poison(const struct floats *array)
{
    size_t bytes = bytes_with_guard(array);

    CUDA_CHECK(cudaMemsetAsync(array->device, POISON_BYTE, bytes, 0));
    memset(array->host, POISON_BYTE, bytes);
}

void check_floats(struct check *check, const char *name, const struct floats *array)
{
    size_t bytes = array->count * sizeof(float);
    float *now = host_floats(array->count);

    CUDA_CHECK(cudaMemcpy(now, array->device, bytes, cudaMemcpyDeviceToHost));
    check_input(check, name, now, array->host, array->count);
    free(now);
}

/* ---- problems ------------------------------------------------------------------------------- */

struct problem problem_make(long long m, long long n, long long k, size_t a, size_t b, size_t c)
{
    struct problem problem = {};

    problem.m = m;
    problem.n = n;
    problem.k = k;
    problem.a = floats_make(a);
    problem.b = floats_make(b);
    problem.c = floats_make(c);
    problem.want = host_floats(c);
    CUDA_CHECK(cudaEventCreate(&problem.before));
    CUDA_CHECK(cudaEventCreate(&problem.after));
    return problem;
}

void problem_free(struct problem *problem)
{
    floats_free(&problem->a);
    floats_free(&problem->b);
    floats_free(&problem->c);
    free(problem->want);
    cudaEventDestroy(problem->before); /* unchecked, as in floats_free */
    cudaEventDestroy(problem->after);
}

int on_device(const struct version *version)
{
    return strncmp(version->name, "cpu_", 4) != 0;
}

/* The bug finder takes a hundred times as long as the kernel alone. */
static int too_large(const struct problem *p)
{
    return under_bug_finder() && (p->a.count + p->b.count + p->c.count > 1000000 || p->n > 1000000);
}

/* ---- is it right? --------------------------------------------------------------------------- */

static void say_where(struct check *check, const struct problem *p, const char *what)
{
    if (p->label)
        check_at(check, "%s%s", p->label, what);
    else if (p->m)
        check_at(check, "m, n, k = %lld, %lld, %lld%s", p->m, p->n, p->k, what);
    else
        check_at(check, "n = %lld%s", p->n, what);
}

static void verify(const struct experiment *e, struct check *check, const struct problem *p)
{
    say_where(check, p, "");
    floats_send(&p->a); /* anew: the version before may have spoilt them */
    floats_send(&p->b);
    floats_poison(&p->c);
    CUDA_CHECK(cudaDeviceSynchronize()); /* from here on only the launcher touches c */
    e->run(p);
    if (!device_finished(check)) /* the launch or the kernel failed */
        return;
    if (on_device(p->version))
        floats_fetch(&p->c);
    e->check(check, p);
    check_guard(check, p->c.host + p->c.count);
    check_floats(check, p->m ? "A" : "a", &p->a); /* matrices have capitals */
    check_floats(check, p->m ? "B" : "b", &p->b);
}

static void verify_ragged(const struct experiment *e, struct check *check,
                          const struct version *version, unsigned long long seed)
{
    for (int i = 0; i < e->ragged_count && !check->lost; i++) {
        struct problem p = e->make_ragged(i, seed);
        p.version = version;
        if (!too_large(&p))
            verify(e, check, &p);
        problem_free(&p);
    }
}

/* ---- how long does it take? ----------------------------------------------------------------- */

struct repeated {
    const struct experiment *experiment;
    const struct problem *problem;
};

static void time_on_device(void *argument, double ms[])
{
    struct repeated *r = (struct repeated *)argument;

    r->experiment->time_kernel(r->problem, ms);
    r->experiment->time_with_transfers(r->problem, ms);
}

/* Code on the CPU is done when it returns. */
static void time_on_cpu(void *argument, double ms[])
{
    struct repeated *r = (struct repeated *)argument;
    double start = now_ms();

    r->experiment->run(r->problem);
    ms[0] = now_ms() - start;
}

void let_threads_sleep(void)
{
    const struct timespec pause = { 0, 30 * 1000 * 1000 };

    nanosleep(&pause, NULL);
}

static void measure(struct report *report, const struct experiment *e, struct check *check,
                    const struct problem *p)
{
    static const char *const device_methods[] = { "no_sync", "sync", "events", "with_transfers" };
    static const char *const cpu_methods[] = { "wall" };
    struct repeated repeated = { e, p };
    struct work work = e->work_of(p, report->device);
    struct stats times[METHODS];
    int device = on_device(p->version), count = device ? METHODS : 1;

    say_where(check, p, ", timed");
    if (!device ||
        (report->device->is_cpu && !p->part)) /* a GPU does not mind; many parts add up */
        let_threads_sleep();
    sample(device ? time_on_device : time_on_cpu, count, &repeated, &report->limits, times);
    e->check(check, p); /* c came back in the last timed run, which must have been right, too */
    if (check_state(check) != STATE_OK)
        return;
    report_times(report, p->version->name, &work, device ? device_methods : cpu_methods, count,
                 times);
    for (int i = 1; i <= count; i++) {
        struct row *row = &report->rows.row[report->rows.count - i];
        row->part = p->part;
        if (e->own)
            e->own->cells(row, p);
    }
}

/* ---- in this order -------------------------------------------------------------------------- */

void begin_version(const struct report *report, const struct experiment *e, struct check *check,
                   const struct version *version)
{
    check_begin(check, version->name, version->what, version->todo);
    check->skip = version->launch ? NULL : version->what;
    if (!check->skip)
        verify_ragged(e, check, version, report->options->seed);
}

void try_problem(struct report *report, const struct experiment *e, struct check *check,
                 struct problem *p)
{
    if (under_bug_finder())
        return;
    if (!check->skip && !check->lost)
        verify(e, check, p);
    if (check_state(check) == STATE_OK)
        measure(report, e, check, p);
}

void try_versions(struct report *report, const struct experiment *e, long long size)
{
    const struct options *options = report->options;
    struct problem p = e->make(size, options->seed);

    report->rows.own_columns = e->own ? e->own->names : NULL;
    for (int v = 0; v < e->version_count; v++) {
        struct check *check = &report->checks[v];
        p.version = &e->versions[v];
        if (!options_wants(options, p.version->name))
            continue;
        report_progress(report, p.version->name, size);
        if (!check->version) /* its first size */
            begin_version(report, e, check, p.version);
        try_problem(report, e, check, &p);
        report_version(report, check, size);
    }
    problem_free(&p);
}

void try_smaller_sizes(struct report *report, const struct experiment *e, long long first,
                       int factor)
{
    if (report->options->sweep || report->device->is_cpu)
        return;
    report_briefly(report);
    for (long long size = first; size < report->options->size; size *= factor)
        try_versions(report, e, size);
}
