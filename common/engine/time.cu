#include "parts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "pairs.h"

/* ---- how long does it take? ----------------------------------------------------------------- */

/* Code on the CPU has finished when it returns. */
static void wall(const struct version *v, const struct problem *p, double ms[])
{
    double start = now_ms();

    v->run(p);
    ms[WALL] = now_ms() - start;
}

static stopwatch *const wall_alone[] = { wall, NULL };

stopwatch *const *stopwatches_of(const struct run *run, const struct problem *p)
{
    return on_device(p->version) ? run->experiment->stopwatches : wall_alone;
}

/* What must be done before a sample and is not timed. */
static void before_sample(struct run *run, struct problem *p, int last)
{
    const struct version *v = p->version;

    set_data_pointers(p);
    if (is_launcher(v))
        problem_change(p);
    if (on_device(v))
        CUDA_CHECK(cudaMemsetAsync(p->c.device, p->c.device_poison, p->c.bytes, 0));
    if (last)
        array_poison_host(&p->c);
    v->check->poison = p->c.poison; /* --compare: the other version's run has chosen it */
    flush_l2();
    CUDA_CHECK(cudaDeviceSynchronize());
    enter(run, v);
    if (last && v->where == FROM_HOST && cpu_device_hold_back) /* which takes no time */
        cpu_device_hold_back(EVERY_STREAM);
    run->preempted = -times_preempted();
    run->begun = begun_now();
}

/* The output of the last sample is checked. A launcher is as fast as its fastest sample. */
static void after_sample(struct run *run, struct problem *p, const double ms[], int last)
{
    if (!isnan(ms[NO_SYNC]))
        run->launch_ms = fmin(run->launch_ms, fmin(own_ms(&run->begun), ms[NO_SYNC]));
    run->preempted += times_preempted();
    if (last)
        look_at_return(p);
    hold_nothing_back();
    if (leave(run, p->version) && last)
        check_result(p, !isnan(ms[WITH_TRANSFERS]));
    check_calls(run, p);
}

int take_sample(struct run *run, struct problem *p, stopwatch *watch, double ms[TIMES], int last)
{
    for (int m = 0; m < TIMES; m++)
        ms[m] = NAN;
    if (p->version->check->wrong) /* the device may be lost */
        return 0;
    before_sample(run, p, last);
    watch(p->version, p, ms);
    for (int i = 0; i < run->experiment->own_times; i++)
        ms[METHODS + i] = run->experiment->own_ms[i] > 0 ? run->experiment->own_ms[i] : NAN;
    after_sample(run, p, ms, last);
    return !p->version->check->wrong;
}

#define BUSY_MS    2   /* a launch takes microseconds */
#define BUSY_SHARE 0.2 /* of the time until the kernel is done */
#define SECOND_TRY 20  /* samples more, before a launcher is WRONG */

static int launch_is_slow(const struct run *run, double done_ms)
{
    return run->launch_ms > BUSY_MS && run->launch_ms > BUSY_SHARE * done_ms;
}

/* Finds a launcher that waits or does the work on the host. launch_ms is the time of the launcher
 * alone, in its fastest sample; what looks slow is tried again, so that a busy machine, or a
 * virtual one that stood still, makes no launcher WRONG. */
static void check_launch_time(struct run *run, struct problem *p, const struct stats *sync)
{
    double ms[TIMES], done_ms = sync->p05_ms;

    for (int i = 0; i < SECOND_TRY && launch_is_slow(run, done_ms); i++)
        for (stopwatch *const *w = stopwatches_of(run, p); *w; w++) {
            if (!take_sample(run, p, *w, ms, 0))
                return;
            done_ms = fmin(done_ms, ms[SYNC]);
        }
    if (launch_is_slow(run, done_ms))
        check_fail(p->version->check,
                   "the launcher took %.3g ms of %.3g: it must not wait, and the work is "
                   "the kernel's",
                   run->launch_ms, done_ms);
}

/* 1: the sample to come is the last one. */
static int is_last(const struct limits *limits, int samples, double seconds)
{
    int enough = samples + 1 >= limits->samples || seconds >= limits->max_time;

    return samples + 1 == MAX_SAMPLES || (enough && seconds >= limits->min_time);
}

/* On the CPU device, and on one thread, a size of many parts takes seconds: there each part is
 * timed once, unless --samples or --min-time says more. */
static struct limits limits_of(const struct run *run, const struct version *v)
{
    struct limits limits = run->report.limits;
    int parts = run->experiment->parts, slow = parts > 1 || run->experiment->slow;
    int given = limits.samples > 1 && limits.max_time > 2;

    if (slow && !given && (v->where == ON_ONE_THREAD || (on_device(v) && run->device.is_cpu)))
        return { 1, 0, 0 };
    limits.min_time /= parts;
    limits.max_time /= parts;
    return limits;
}

#define WARM_UP 3 /* rounds that are not counted; of something slow, one */

/* Takes a sample with each stopwatch in turns, until there are enough. times[m].samples is 0 for a
 * method that no stopwatch has. 0: something went wrong. */
static int take_samples(struct run *run, struct problem *p, struct stats times[TIMES])
{
    const struct limits limits = limits_of(run, p->version);
    double *taken = (double *)host_memory(TIMES * MAX_SAMPLES * sizeof(*taken)), ms[TIMES];
    double start = now_ms();
    long preempted[TIMES] = {};
    int has[TIMES] = {}, samples = 0;

    for (int round = 0, last = 0; !last && !p->version->check->wrong; round++) {
        int warm = limits.max_time > 0 && round < WARM_UP &&
                   (round == 0 || (!samples && now_ms() - start < 100));
        if (!warm && samples == 0)
            run->launch_ms = HUGE_VAL, start = now_ms();
        last = !warm && is_last(&limits, samples, (now_ms() - start) / 1e3);
        for (stopwatch *const *w = stopwatches_of(run, p); *w && take_sample(run, p, *w, ms, last);
             w++) {
            run->again = 1;
            for (int m = 0; m < TIMES; m++) {
                if (isnan(ms[m]))
                    continue;
                has[m] = 1;
                taken[m * MAX_SAMPLES + samples] = ms[m];
                preempted[m] += warm ? 0 : run->preempted;
            }
        }
        samples += !warm;
    }
    for (int m = 0; m < TIMES && !p->version->check->wrong; m++) {
        times[m] = has[m] ? stats_of(taken + m * MAX_SAMPLES, samples) : stats();
        times[m].capped = samples < limits.samples;
        times[m].preempted = preempted[m];
    }
    if (p->version->where == ON_DEVICE && !p->version->check->wrong)
        check_launch_time(run, p, &times[SYNC]);
    run->again = 0;
    free(taken);
    return !p->version->check->wrong;
}

/* What the version must do, for a card's bound. */
static struct card_bound bound_on_card(const struct card *card, const struct problem *p)
{
    const struct version *v = p->version;
    const struct experiment *e = v->experiment;
    struct card_work work = {};
    int halves = p->c.dtype == FLOAT16;

    work.flops = halves ? 0 : p->flops;
    work.half_flops = halves ? p->flops : 0;
    work.integer_products = p->integer_products;
    work.read_bytes = (double)p->a.bytes + p->b.bytes;
    work.written_bytes = e->result_bytes ? e->result_bytes(v) : p->c.bytes;
    work.overlaps = v->overlaps;
    return card_bound(card, &work);
}

/* A reference measured on a card that we know: the least time of each row by the card's limits. */
void bound_reference(struct run *run)
{
    struct rows *rows = &run->report.reference;
    struct card card = {}; /* the rows of a file have one device */

    for (int i = 0; i < rows->count; i++) {
        struct row *row = &rows->row[i];
        const struct version *v = find_version(run, row->version);
        double least = 0;
        if (!v || !on_device(v) || row->method == NO_SYNC)
            continue;
        if (!card.name[0] && card_read(&card, CARDS, row->device))
            return;
        for (int part = 1; part <= run->experiment->parts; part++) {
            struct problem p = problem_of_size(run, v, row->work.size, part);
            struct card_bound bound = bound_on_card(&card, &p);
            if (p.c.dtype != row->work.dtype)
                break;
            if (!row->part || row->part == p.shape.part)
                least += (p.weight && !row->part ? p.weight : 1) *
                         (row->method == WITH_TRANSFERS ? bound.copies_ms : bound.kernel_ms);
        }
        row->work.floor_ms = fmax(row->work.floor_ms, least);
    }
}

static void keep_times(struct run *run, const struct problem *p, long long size,
                       const struct stats times[])
{
    const struct version *v = p->version;
    const struct card_bound card = bound_on_card(&run->card, p);
    struct work work = { p->c.dtype, size, p->m, p->n, p->k, p->flops, p->bytes, 0 };
    double flops = p->bound_flops ? p->bound_flops : p->flops;

    if (!run->device.is_cpu)
        work.floor_ms =
            fmax(flops / run->device.peak_gflops, p->bytes / run->device.copy_gbs) / 1e6;
    for (int m = 0; m < TIMES; m++) {
        const int whole = m < METHODS;
        const enum method method = whole ? (enum method)m : on_device(v) ? EVENTS : WALL;
        if (!times[m].samples)
            continue;
        struct row *row = report_time(&run->report, v->name, &work, method, &times[m]);
        row->part = whole ? p->shape.part : m - METHODS + 1;
        if (whole && run->card.name[0] && run->device.is_cpu && on_device(v))
            row->bound_ms = m == WITH_TRANSFERS ? card.copies_ms
                            : m == NO_SYNC      ? 0
                                                : card.kernel_ms;
        if (run->experiment->finish_row)
            run->experiment->finish_row(run, row, v, p, times);
    }
}

/* ---- two versions against each other -------------------------------------------------------- */

static double time_that_counts(const struct version *v, const double ms[TIMES])
{
    return ms[v->where == FROM_HOST ? WITH_TRANSFERS : on_device(v) ? SYNC : WALL];
}

/* The stopwatch whose time counts; tries them, which warms up, too. NULL: something went wrong. */
static stopwatch *counting_stopwatch(struct run *run, struct problem *p, const struct version *v)
{
    double ms[TIMES];

    p->version = v;
    for (stopwatch *const *w = stopwatches_of(run, p); *w && take_sample(run, p, *w, ms, 0); w++)
        if (!isnan(time_that_counts(v, ms)))
            return *w;
    return NULL;
}

/* Times rounds of V W W V or W V V W, drawn at random, until there are enough. A machine that slows
 * down steadily favours neither within a round; a periodic one, neither over many random rounds.
 * Returns how many; 0: something went wrong. */
static int take_rounds(struct run *run, const struct version *const both[2], struct problem *p,
                       double times[2][MAX_SAMPLES])
{
    static const int orders[2][4] = { { 0, 1, 1, 0 }, { 1, 0, 0, 1 } };
    stopwatch *const watches[2] = { counting_stopwatch(run, p, both[0]),
                                    counting_stopwatch(run, p, both[1]) };
    double start = now_ms(), least = 1e3 * run->options.limits.min_time, ms[TIMES];
    int taken[2] = { 0, 0 }, n = 0;

    for (; n < MIN_PAIRS / 2 || (now_ms() - start < least && n < MAX_SAMPLES / 2); n++) {
        const int *order = orders[random_bits(run->options.seed, 1, n) & 1];
        for (int i = 0; i < 4; i++) {
            int which = order[i];
            p->version = both[which];
            if (!watches[which] || !take_sample(run, p, watches[which], ms, 0))
                return 0;
            times[which][taken[which]++] = time_that_counts(both[which], ms);
        }
    }
    for (int i = 0; i < 2; i++) { /* once more, to check the output */
        p->version = both[i];
        if (!take_sample(run, p, watches[i], ms, 1))
            return 0;
    }
    if (check_state(both[0]->check) != STATE_OK || check_state(both[1]->check) != STATE_OK)
        return 0;
    return n;
}

/* The first of --compare with the problem's version. */
static void compare_versions(struct run *run, struct problem *p)
{
    const struct version *const v = run->compared, *const w = p->version, *const both[2] = { v, w };
    static double times[2][MAX_SAMPLES];
    int rounds = take_rounds(run, both, p, times);

    if (!rounds)
        return;
    struct ratio r = compare_pairs(times[0], times[1], rounds, run->options.seed);
    printf("\n%s against %s%s%s, in %d pairs of runs:\n", v->name, w->name, *p->label ? ", " : "",
           p->label, 2 * rounds);
    if (r.verdict < 0)
        printf("  %s is faster: %.3f times as fast [%.3f, %.3f]\n", w->name, 1 / r.ratio,
               1 / r.high, 1 / r.low);
    else
        printf("  %s%s: %.3f times as fast [%.3f, %.3f]\n", r.verdict ? v->name : "which is faster",
               r.verdict ? " is faster" : " cannot be told", r.ratio, r.low, r.high);
    if (run->device.is_cpu && (on_device(v) || on_device(w)))
        printf("  on the CPU device: this says nothing about a GPU\n");
    putchar('\n');
}

/* ---- one problem, or all parts of a size ---------------------------------------------------- */

void time_problem(struct run *run, struct problem p, long long size, struct stats times[TIMES])
{
    const struct version *v = p.version;

    if (!problem_begin(run, &p, "")) {
        problem_end(run, &p);
        return;
    }
    p.seed = run->options.seed;
    int once = limits_of(run, v).max_time == 0; /* then checking the only sample will do */
    if (once)
        array_poison(&p.c, p.version->check->poison);
    else if (run_once(run, &p))
        check_run(run, &p);
    if (check_state(p.version->check) == STATE_OK) {
        if (!once) {
            p.a.given = NULL; /* a version must not know the input that it is timed on */
            problem_draw(&p);
        }
        say_where(&p, ", timed");
        if (run->compared && run->options.compare[0])
            compare_versions(run, &p);
        else if (!run->options.compare[0] && take_samples(run, &p, times))
            keep_times(run, &p, size, times);
    }
    p.version = v;
    problem_end(run, &p);
}

/* The time of all parts, each as often as it counts: the sum of their medians. Percentiles cannot
 * be added, so this row has none. */
void keep_sum(struct run *run, const struct version *v, long long size)
{
    const struct experiment *e = run->experiment;
    struct rows *rows = &run->report.rows;
    struct problem all = problem_of_size(run, v, size, 1);

    all.shape.part = 0;
    for (int m = 0; m < METHODS; m++) {
        const struct row *row = find_part(rows, v->name, (enum method)m, size, 1);
        if (!row)
            continue;
        struct row sum = *row;
        sum.part = 0;
        sum.own[0] = 0;
        sum.time = stats();
        sum.bound_ms = 0;
        sum.time.samples = row->time.samples;
        sum.work = { row->work.dtype, size, 0, 0, 0, 0, 0, 0 };
        for (int part = 1; part <= e->parts; part++) {
            double weight = problem_of_size(run, v, size, part).weight;
            row = find_part(rows, v->name, (enum method)m, size, part);
            sum.work.flops += weight * row->work.flops;
            sum.work.bytes += weight * row->work.bytes;
            sum.work.floor_ms += weight * row->work.floor_ms;
            sum.bound_ms += weight * row->bound_ms;
            sum.time.median_ms += weight * row->time.median_ms;
            sum.time.preempted += row->time.preempted;
            sum.time.capped |= row->time.capped;
            if (row->time.samples < sum.time.samples)
                sum.time.samples = row->time.samples;
        }
        if (e->finish_row)
            e->finish_row(run, &sum, v, &all, NULL);
        *new_row(rows) = sum;
    }
}
