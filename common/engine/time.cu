/* Samples of a version at a size; its rows; the least time that a device leaves. */
#include "parts.h"

#include <errno.h>
#include "supervisor.h"

/* ---- samples, until there are enough -------------------------------------------------------- */

static bool times_few(const struct run *run, const struct version *v)
{
    return on_device(v) && run->device.is_cpu && run->options.few;
}

/* The CPU device's times say nothing about a GPU: what the check and the pitfall need is enough,
 * and the check at this size has warmed up. What is slow there, or on one thread, is timed once,
 * and so is a sweep, whose figures draw none of them. --samples and --min-time may ask for more. */
static struct limits limits_of(const struct run *run, const struct version *v)
{
    struct limits limits = run->report.limits;
    bool asked_for_more = limits.samples > 1 && limits.max_time > 2;

    if (run->slow && !asked_for_more &&
        (v->where == ON_ONE_THREAD || (on_device(v) && run->device.is_cpu)))
        return { 1, 0, 0 };
    if (times_few(run, v) && run->options.sweep)
        return { 1, 0, 0 };
    limits.min_time *= run->time_part;
    limits.max_time *= run->time_part;
    if (times_few(run, v)) /* one that takes as long by itself is run once */
        return { 1, run->here_ms < 1e3 * FEW_SECONDS ? FEW_SECONDS : 0, FEW_SECONDS };
    return limits;
}

#define BUSY_MS    2   /* a launch takes microseconds, */
#define LAUNCHES   10  /* or is slow on this machine: as long as 10 that do nothing */
#define BUSY_SHARE 0.2 /* of the time until the kernel is done */
#define SECOND_TRY 20  /* samples more, before a launcher is WRONG */

static bool launch_is_slow(const struct run *run, double done_ms)
{
    return run->launch_ms > BUSY_MS && run->launch_ms > BUSY_SHARE * done_ms;
}

/* Finds a launcher that waits or does the work on the host. launch_ms is the time of the launcher
 * alone, in its fastest sample; what looks slow is tried again, so that a busy machine, or a
 * virtual one that stood still, makes no launcher WRONG. */
static void check_launch_time(struct run *run, struct problem *p, const struct stats *sync)
{
    double ms[METHODS], done_ms = sync->p05_ms;

    for (int i = 0; i < SECOND_TRY && launch_is_slow(run, done_ms); i++)
        for (stopwatch *const *w = stopwatches_of(run, p); *w; w++) {
            if (!take_sample(run, p, *w, ms, false))
                return;
            done_ms = fmin(done_ms, ms[SYNC]);
        }
    if (launch_is_slow(run, done_ms) && !launches_wait() &&
        run->launch_ms > LAUNCHES * empty_launch_ms())
        check_fail(&p->version->known->check,
                   "the launcher took %.3g ms of %.3g: it must not wait, and the work is "
                   "the kernel's",
                   run->launch_ms, done_ms);
}

/* With LAB_SAMPLES=FILE every time that counts is added to the file, so that others may compute the
 * medians again: version, method, dtype, m, n, k, and the milliseconds as they were taken. */
static void save_samples(const struct problem *p, const struct sampling *s)
{
    const char *path = getenv("LAB_SAMPLES");
    FILE *f = path ? fopen(path, "a") : NULL;

    for (int m = 0; f && m < METHODS; m++) {
        int count;
        const double *ms = samples_so_far(s, m, &count);
        if (count)
            fprintf(f, "%s,%s,%s,%lld,%lld,%lld", p->version->name, method_names[m],
                    dtypes[p->c.dtype].name, p->m, p->n, p->k);
        for (int i = 0; i < count; i++)
            fprintf(f, ",%.6g%s", ms[i], i == count - 1 ? "\n" : "");
    }
    if (path && (!f || fclose(f)))
        fprintf(stderr, _("LAB_SAMPLES=%s: cannot be written: %s\n"), path, strerror(errno));
}

static void see_clocks(const struct clocks *clocks, struct stats *seen)
{
    seen->held |= clocks->known ? clocks->held : 0;
    if (!seen->least_sm || clocks->sm < seen->least_sm)
        seen->least_sm = clocks->sm;
}

/* Takes a sample with each stopwatch in turns, until there are enough; `train`: with launch_train
 * alone. times[m].samples is 0 for a method that no stopwatch has. false: something went wrong. */
static bool take_samples(struct run *run, struct problem *p, bool train,
                         struct stats times[METHODS])
{
    static stopwatch *const train_alone[] = { launch_train, NULL };
    const struct check *check = &p->version->known->check;
    const struct limits few = { MIN_PERCENTILES, 0, 1 };
    const struct limits limits = train ? few : limits_of(run, p->version);
    struct sampling s = sampling_begin(&limits, METHODS);
    struct stats seen = {};
    double ms[METHODS];

    s.warm = times_few(run, p->version);
    while (!check->wrong && sampling_next(&s)) {
        if (s.samples == 0)
            run->launch_ms = HUGE_VAL;
        for (stopwatch *const *w = train ? train_alone : stopwatches_of(run, p);
             *w && !check->wrong; w++) {
            before_sample(run, p, ms, s.last);
            (*w)(p->version, p, ms);
            after_sample(run, p, ms, s.last);
            run->again = true;
            if (!s.warming_up && on_device(p->version))
                see_clocks(&run->clocks, &seen);
            for (int m = 0; m < METHODS; m++)
                if (!isnan(ms[m]))
                    sampling_keep(&s, m, ms[m], run->preempted);
        }
    }
    save_samples(p, &s);
    sampling_end(&s, times);
    for (int m = 0; m < METHODS; m++)
        times[m].held = seen.held, times[m].least_sm = seen.least_sm;
    if (p->version->where == ON_DEVICE && !check->wrong && !train)
        check_launch_time(run, p, &times[SYNC]);
    run->again = false;
    return !check->wrong;
}

#define AS_SLOW 1.2 /* times what a launch takes the host: it may have waited for the host */

/* On a GPU, of a kernel whose one launch is too short to be timed alone. false: something went
 * wrong. */
static bool time_train(struct run *run, struct problem *p, struct stats times[METHODS])
{
    struct stats train[METHODS];

    if (run->device.is_cpu || p->version->where == FROM_HOST || !times[EVENTS].samples ||
        times[EVENTS].median_ms >= SHORT_MS)
        return true;
    times[EVENTS].waits = true;
    if (run->report.quiet)
        return true;
    if (!take_samples(run, p, true, train))
        return false;
    times[TRAIN] = train[TRAIN];
    times[TRAIN].by_launches =
        times[NO_SYNC].samples && train[TRAIN].median_ms < AS_SLOW * times[NO_SYNC].median_ms;
    return true;
}

/* ---- rows, and the least time that a device leaves ------------------------------------------ */

static struct card_work work_of(const struct problem *p)
{
    const struct must *must = &p->must;
    struct card_work work = {};
    bool halves = p->c.dtype == FLOAT16;

    work.flops = halves ? 0 : p->flops;
    work.half_flops = halves ? p->flops : 0;
    work.integer_products = must->integer_products;
    work.read_bytes = (double)p->a.bytes + p->b.bytes;
    work.written_bytes = must->result_bytes > 0 ? must->result_bytes : p->c.bytes;
    for (int i = 0; i < 2; i++)
        work.handed[i] = must->handed[i];
    work.kernels = must->kernels;
    work.trips = must->trips;
    work.overlaps = must->overlaps;
    return work;
}

double least_ms(const struct card *limits, const struct problem *p, enum method method)
{
    struct card_work work = work_of(p);
    if (method == TRAIN) /* what the L2 holds need not come from the memory */
        work.read_bytes = fmax(0, work.read_bytes - limits->l2);
    const struct least_time least = least_time(limits, &work);

    return method == WITH_TRANSFERS ? least.copies_ms : least.kernel_ms;
}

bool may_bound_row(const struct run *run, const struct row *row, struct card *card)
{
    const struct version *v = find_version(run, row->version);

    return v && on_device(v) && row->method != NO_SYNC &&
           (card->name[0] || !card_read(card, CARDS, row->device));
}

void bound_reference(struct run *run)
{
    struct rows *rows = &run->report.reference;
    struct card card = {}; /* the rows of a file have one device */

    for (int i = 0; i < rows->count; i++) {
        struct row *row = &rows->row[i];
        if (row->part || !may_bound_row(run, row, &card))
            continue;
        struct shape shape = run->experiment->shape_of(row->work.size);
        struct problem p = problem_of(find_version(run, row->version), &shape);
        if (p.c.dtype == row->work.dtype)
            row->bound_ms = fmax(row->bound_ms, least_ms(&card, &p, row->method));
    }
}

/* Percentages are of what this GPU has shown so far; what it can never show makes a time
 * impossible. On the CPU device, whose times are no GPU's, the bound is a card's. */
static void set_limits(struct run *run, const struct problem *p, struct row *row)
{
    const struct device *device = &run->device;

    if (!on_device(p->version))
        return;
    if (row->method != TRAIN) /* the best that was measured is of memory, not of the L2 */
        row->work.floor_ms = least_ms(&device->best, p, row->method);
    if (!device->is_cpu)
        row->bound_ms = least_ms(&device->physical, p, row->method);
    else if (row->method != NO_SYNC)
        row->bound_ms = least_ms(&run->card, p, row->method);
}

static void keep_times(struct run *run, const struct problem *p, long long size,
                       const struct stats times[METHODS])
{
    const struct version *v = p->version;
    const struct hooks *hooks = run->experiment->hooks;
    const struct work work = { p->c.dtype, size, p->m, p->n, p->k, p->flops, p->bytes, 0 };
    const struct card_work must = work_of(p);

    if (on_device(v) && times[SYNC].samples)
        raise_limits(&run->device.best, &run->device.physical, &must, times[SYNC].median_ms);
    for (int m = 0; m < METHODS; m++) {
        if (!times[m].samples)
            continue;
        struct row *row = report_time(&run->report, v->name, &work, (enum method)m, &times[m]);
        set_limits(run, p, row);
        if (m == method_that_counts(v))
            row->energy = run->energy;
        if (hooks && hooks->finish_row)
            hooks->finish_row(run, row, p, times);
    }
}

/* ---- a version at a size -------------------------------------------------------------------- */

/* Of a kind that may run out at one size and not at another. */
static const char no_memory[] = "not timed: there is not so much memory of its kind";

/* Is it right here, on the inputs of --seed? Then it gets new ones, because it must not know the
 * inputs that it is timed on. */
static bool is_right_here(struct run *run, struct problem *p)
{
    const struct check *check = &p->version->known->check;
    bool once = limits_of(run, p->version).max_time == 0; /* then the only sample is checked */

    if (!problem_begin(run, p, "")) {
        p->version->known->check.not_timed = no_memory;
        return false;
    }
    p->seed = run->options.seed;
    double start = now_ms();
    bool ran = once || run_once(run, p);
    run->here_ms = now_ms() - start;
    if (once)
        array_poison(&p->c, check->poison);
    else if (ran)
        check_run(run, p);
    if (check_state(check) != STATE_OK)
        return false;
    if (!once) {
        p->a.given = NULL;
        problem_draw(p);
    }
    say_where(p, ", timed");
    return true;
}

/* Makes the problem, unless the version must not be timed. true: take samples. */
static bool begin_timing(struct run *run, const struct version *v, const struct shape *shape,
                         long long size, struct problem *p)
{
    const struct options *o = &run->options;

    *p = {};
    run->energy = {};
    if (v->known->check.not_timed == no_memory)
        v->known->check.not_timed = NULL;
    run->watched->patient = !on_device(v) || size > run->lab->size;
    if (lab_mode() == MODE_TRAFFIC)
        count_shape(run, v, shape, size);
    if (lab_mode() == MODE_LAUNCHES)
        list_shape(run, v, shape);
    if (lab_mode() != MODE_PLAIN)
        return false;
    *p = problem_of(v, shape);
    if (o->compare[0] && !strcmp(o->compare[0], o->compare[1])) /* with itself */
        run->compared = v;
    if (!is_right_here(run, p))
        return false;
    if (on_device(v)) /* what ran on the CPU meanwhile has let it cool */
        warm_up_clock(&run->device);
    if (run->compared)
        compare_versions(run, p);
    p->version = v;
    return !o->compare[0];
}

/* true: the version is still ok. Otherwise its line is printed. */
static bool end_timing(struct run *run, const struct version *v, long long size, struct problem *p)
{
    if (p->version)
        problem_end(run, p);
    if (run->compared && run->compared != v) /* the comparison may have found an error in it */
        is_ok(run, run->compared, size);
    return is_ok(run, v, size);
}

bool time_shape(struct run *run, const struct version *v, const struct shape *shape, long long size,
                struct stats times[METHODS])
{
    struct problem p;

    for (int m = 0; m < METHODS; m++)
        times[m] = {};
    if (!v->known->check.version || check_state(&v->known->check) != STATE_OK)
        return false;
    if (begin_timing(run, v, shape, size, &p) && take_samples(run, &p, false, times) &&
        time_train(run, &p, times) &&
        (!run->report.rows.parts || measure_energy(run, &p, size, times)))
        keep_times(run, &p, size, times);
    return end_timing(run, v, size, &p);
}

/* As time_shape, written out: only two functions stand between main and a stopwatch. */
void time_version(struct run *run, const struct version *v, long long size)
{
    const struct shape shape = run->experiment->shape_of(size);
    struct stats times[METHODS] = {};
    struct problem p;

    if (begin_timing(run, v, &shape, size, &p) && take_samples(run, &p, false, times) &&
        time_train(run, &p, times) && measure_energy(run, &p, size, times))
        keep_times(run, &p, size, times);
    if (end_timing(run, v, size, &p))
        finish_version(run, v, size);
}

void finish_version(struct run *run, const struct version *v, long long size)
{
    const bool comparing = run->options.compare[0] != NULL;

    if (lab_mode() == MODE_TRAFFIC && !was_counted(run, v)) { /* timed at no size */
        const struct shape shape = largest_awkward(v);
        count_shape(run, v, &shape, size);
    }
    if (lab_mode() == MODE_LAUNCHES && !was_listed(run, v)) {
        const struct shape shape = largest_awkward(v);
        list_shape(run, v, &shape);
    }
    if (counts_traffic() && is_launcher(v) && check_state(&v->known->check) == STATE_OK)
        count_goals(run, v);
    run->compared = comparing ? v : NULL;
    if (is_ok(run, v, size) && !comparing)
        report_version(&run->report, &v->known->check, size);
}

double time_once(struct run *run, const char *name, long long size)
{
    const struct version *v = find_version(run, name);
    const struct shape shape = run->experiment->shape_of(size);
    struct problem p = problem_of(v, &shape);
    struct check *check = &v->known->check;
    double ms[METHODS];

    if (!is_wanted(run, v) || lab_mode() != MODE_PLAIN)
        return 0;
    check_begin(check, v->name, v->what, v->exercise);
    run->watched->patient = !on_device(v);
    problem_begin(run, &p, ", the first launch");
    take_sample(run, &p, stopwatches_of(run, &p)[0], ms, false);
    problem_end(run, &p);
    if (check->lost) /* is_ok ends the run */
        is_ok(run, v, size);
    *check = {}; /* what was right or wrong there comes up again */
    return ms[on_device(v) ? SYNC : WALL];
}
