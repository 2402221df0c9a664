#include "parts.h"

#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "supervisor.h"

/* ---- before the first size ------------------------------------------------------------------ */

extern "C" char *openblas_get_corename(void) __attribute__((weak));

/* OpenBLAS takes a CPU that is younger than itself for one of 2004, Prescott, and computes a third
 * of what it could: name the kernels for the widest SIMD that this CPU has. 1: it has to be loaded
 * anew. */
static int settle_openblas(void)
{
#ifdef __x86_64__
    const char *core = openblas_get_corename ? openblas_get_corename() : "";
    __builtin_cpu_init(); /* as constructors must */
    const char *better = __builtin_cpu_supports("avx512f") ? "SkylakeX"
                         : __builtin_cpu_supports("avx2")  ? "Haswell"
                                                           : NULL;

    if (better && !strcmp(core, "Prescott") && !getenv("OPENBLAS_CORETYPE"))
        return setenv("OPENBLAS_CORETYPE", better, 1) == 0;
#endif
    return 0;
}

/* Idle threads should neither slow down the next version nor wake up slowly: they spin for some 20
 * microseconds, then sleep. 1: what has been set here is not yet in force. */
static int settle_threads(void)
{
    if (getenv("OMP_WAIT_POLICY") || getenv("GOMP_SPINCOUNT"))
        return 0;
    setenv("GOMP_SPINCOUNT", "30000", 1);
    setenv("KMP_BLOCKTIME", "0", 0);            /* clang's library */
    setenv("OPENBLAS_THREAD_TIMEOUT", "16", 0); /* 2^16 clocks */
    return 1;
}

/* Libraries read their settings when they are loaded, so the program starts itself once more. */
static void settle_libraries(char **argv)
{
    if (settle_threads() | settle_openblas())
        execv("/proc/self/exe", argv);
}

void run_before_main(char **argv)
{
    if (run_instead)
        return;
    settle_libraries(argv);
    supervise();
}

static void add_version(struct run *run, const struct version *v)
{
    const struct experiment *e = run->experiment, *instead = e->instead ? e->instead(v) : NULL;
    int i = run->version_count++;

    if (i == MAX_VERSIONS)
        options_usage(run->lab, "--threads: too many counts; give fewer");
    run->versions[i] = *v;
    run->versions[i].check = &run->report.checks[i];
    run->versions[i].random = &run->random[i];
    run->versions[i].experiment = instead ? instead : e;
    if (v->run && is_launcher(v) && cpu_device_list_calls) {
        run->versions[i].launcher = v->run;
        run->versions[i].run = run_listed;
    }
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
            snprintf(name, 24, "%.16s_%lld", v->name, o->threads[i]);
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
        struct shape shape = run->experiment->shape_of(size, part);
        struct problem p = run->experiment->problem(&shape);
        double arrays = array_needs(&p.a) + array_needs(&p.b) + array_needs(&p.c);
        /* beside them the host holds two more of the size of c and one of an input, to compare */
        host = fmax(host, arrays + 2.0 * p.c.bytes + fmax(p.a.bytes, p.b.bytes));
        device = fmax(device, arrays + p.scratch);
    }
    snprintf(option, sizeof(option), "%s %lld", run->experiment->size_option, size);
    need_memory(run->lab, option, "give a smaller one", &run->device, host, device);
}

/* On the CPU device, whose times are no GPU's: of which card the limits are shown. */
static void read_card(struct run *run)
{
    const char *name = run->options.card;

    if (!name && !run->device.is_cpu)
        return;
    const char *others = card_read(&run->card, CARDS, name ? name : "t4");
    if (others && name)
        options_usage(run->lab, "--card '%s': no such card%s%s", name,
                      *others ? "; there are" : ": cannot read " CARDS, others);
}

struct run *run_begin(int argc, char **argv, const struct lab *lab, const struct experiment *e)
{
    static struct run all;
    struct run *run = &all;

    run->threads = omp_get_max_threads();
    run->experiment = e;
    run->lab_copy = *lab;
    run->lab_copy.versions = run->names;
    run->lab = &run->lab_copy;
    for (const struct version *v = e->versions; v->name; v++) {
        strcat(run->names, v->name);
        strcat(run->names, v[1].name ? " " : "");
    }
    run->watched = supervised();
    if (run_instead) {
        list_versions(run);
        run_instead(run, argc, argv);
    }
    traffic_begin(run);
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
        will_run(i, run->versions[i].name, run->versions[i].todo, run->versions[i].given);
    }
    double start = now_ms();
    cudaFree(0); /* the first CUDA call makes the context; unchecked: device_open comes next */
    run->context_ms = now_ms() - start;
    run->device = device_open();
    need_memory_of_size(run);
    read_card(run);
    report_banner(&run->report, run->lab, &run->options, &run->device);
    run->report.card = run->card.title;
    bound_reference(run);
    if (e->print_head)
        e->print_head(run);
    else
        report_head(&run->report);
    run->report.rows.own_columns = e->own_columns;
    run->report.rows.parts = e->part_column;
    return run;
}

/* ---- sizes and versions --------------------------------------------------------------------- */

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
    run->next_version = 0;
    run->compared = NULL;
    return 0;
}

/* 1: --require names it, with or without gpu_. */
static int is_required(const struct run *run, const struct version *v)
{
    char list[256], *rest = list, *one;

    snprintf(list, sizeof(list), "%s", run->options.require ? run->options.require : "");
    while ((one = strsep(&rest, ",")))
        if (!strcmp(v->name, one) || (!strncmp(v->name, "gpu_", 4) && !strcmp(v->name + 4, one)))
            return 1;
    return 0;
}

/* Why the version does not run, or NULL. */
static const char *why_not(const struct run *run, const struct version *v)
{
    int finds_bugs = under_bug_finder() && !counts_traffic();

    if (!v->run)
        return v->what;
    if (v->given && !run->options.only && !run->options.compare[0] && !finds_bugs &&
        !is_required(run, v))
        return v->what;
    if (!on_device(v) && run->lab->cpu_size && run->size > run->lab->cpu_size)
        return "would take minutes at this size";
    return NULL;
}

/* 1: the version is ok so far. Otherwise prints its line. */
static int is_ok(struct run *run, const struct version *v, long long size)
{
    note_verdict(v - run->versions, v->check);
    if (check_state(v->check) == STATE_OK)
        return 1;
    report_version(&run->report, v->check, size);
    return 0;
}

int check_version(struct run *run, const struct version *v)
{
    struct check *check = v->check;

    if (!check->version) { /* its first size */
        check_begin(check, v->name, v->what, v->todo);
        check->skip = why_not(run, v);
        run->watched->patient = !on_device(v);
        run->slow_stream = 0;
        if (!check->skip)
            check_shapes(run, v);
    }
    return is_ok(run, v, run->size);
}

int time_shape(struct run *run, const struct version *v, const struct shape *shape,
               struct stats times[TIMES])
{
    if (!v->check->version || check_state(v->check) != STATE_OK || under_bug_finder())
        return 0;
    time_problem(run, problem_of(v, shape), shape->n, times);
    return is_ok(run, v, shape->n);
}

void time_version(struct run *run, const struct version *v, long long size)
{
    const struct experiment *e = run->experiment;
    struct check *check = v->check;
    const char *why = e->not_timed ? e->not_timed(v) : NULL;
    int comparing = run->options.compare[0] != NULL, rows = run->report.rows.count;
    struct stats times[TIMES];

    run->watched->patient = !on_device(v) || size > run->lab->size;
    if (comparing && !strcmp(run->options.compare[0], run->options.compare[1])) /* with itself */
        run->compared = v;
    for (int part = 1; part <= e->parts && !why && !under_bug_finder(); part++)
        if (check_state(check) == STATE_OK)
            time_problem(run, problem_of_size(run, v, size, part), size, times);
    if (counts_traffic())
        count_version(run, v, size);
    if (check_state(check) != STATE_OK) /* nor have the parts before a wrong one a time */
        run->report.rows.count = rows;
    else if (e->parts > 1)
        keep_sum(run, v, size);
    if (run->compared && run->compared != v) /* the comparison may have found an error in it */
        is_ok(run, run->compared, size);
    run->compared = comparing && check_state(check) == STATE_OK ? v : NULL;
    check->not_timed = why;
    if (is_ok(run, v, size) && !comparing)
        report_version(&run->report, check, size);
}

const struct version *find_version(const struct run *run, const char *name)
{
    for (const struct version *v = run->versions; v->name; v++)
        if (!strcmp(v->name, name))
            return v;
    return NULL;
}

double time_once(struct run *run, const char *name, long long size)
{
    const struct version *v = find_version(run, name);
    struct problem p = problem_of_size(run, v, size, 1);
    double ms[TIMES];

    if (!is_wanted(run, v) || under_bug_finder())
        return 0;
    check_begin(v->check, v->name, v->what, v->todo);
    run->watched->patient = !on_device(v);
    problem_begin(run, &p, ", the first launch");
    take_sample(run, &p, stopwatches_of(run, &p)[0], ms, 0);
    problem_end(run, &p);
    if (v->check->lost) /* is_ok ends the run */
        is_ok(run, v, size);
    *v->check = {}; /* what was right or wrong there comes up again */
    return ms[on_device(v) ? SYNC : WALL];
}

/* 1: an exercise of --require is not written, or was not tried. */
static int misses_a_required(struct run *run)
{
    int missing = 0;

    for (int i = 0; i < run->version_count; i++) {
        const struct check *check = &run->report.checks[i];
        if (!is_required(run, &run->versions[i]) ||
            (check->version && check_state(check) == STATE_OK))
            continue;
        printf("required %s is not ok\n", run->versions[i].name);
        missing = 1;
    }
    return missing;
}

int run_end(struct run *run)
{
    report_traffic(run);
    report_bounds(&run->report);
    int missing = misses_a_required(run), status = report_end(&run->report);

    if (status == STATUS_OK && missing)
        status = STATUS_WRONG;
    lab_is_over(status);
    return status;
}
