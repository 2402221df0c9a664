/* The order of a run: options, device, sizes, versions, the end. */
#include "parts.h"

#include <omp.h>
#include <unistd.h>
#include "peaks.h"
#include "supervisor.h"

/* ---- before the first size ------------------------------------------------------------------ */

extern "C" char *openblas_get_corename(void) __attribute__((weak));

/* OpenBLAS takes a CPU newer than itself for a Prescott of 2004, and runs at a third of its speed:
 * name the kernels for the widest SIMD that this CPU has. Must it be loaded anew? */
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
 * microseconds, then sleep. Was anything set, which is not yet in force? */
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
    if ((settle_threads() | settle_openblas()) && !is_traced()) /* or a debugger would lose it */
        execv("/proc/self/exe", argv);
}

/* With these no launch returns at once, or streams wait for each other: a lab would call right
 * launchers WRONG, and time what it does not mean to. CUDA reads them at its first call. What was
 * unset is kept for the banner, also if the program starts once more. */
static void unset_what_blocks(void)
{
    static const char *const names[] = { "CUDA_LAUNCH_BLOCKING", "CUDA_DEVICE_MAX_CONNECTIONS" };
    char unset[128] = "";

    for (const char *name : names) {
        const char *value = getenv(name);
        if (value && *value)
            snprintf(unset + strlen(unset), sizeof(unset) - strlen(unset), "%s%s=%.8s",
                     *unset ? ", " : "", name, value);
        unsetenv(name);
    }
    if (*unset)
        setenv(REPORT_UNSET, unset, 1);
}

void run_before_main(char **argv)
{
    unset_what_blocks();
    if (run_instead)
        return;
    settle_libraries(argv);
    supervise();
}

static struct known *add_version(struct run *run, const struct version *v)
{
    const struct hooks *hooks = run->experiment->hooks;
    const struct experiment *other = hooks && hooks->solves ? hooks->solves(v) : NULL;
    int i = run->version_count++;

    if (i == MAX_VERSIONS)
        options_usage(run->lab, "--threads: too many counts; give fewer");
    run->versions[i] = *v;
    run->versions[i].known = &run->known[i];
    run->known[i].experiment = other ? other : run->experiment;
    return &run->known[i];
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
            add_version(run, &more)->threads = o->threads[i];
        }
}

static void need_memory_of_size(struct run *run)
{
    const struct options *o = &run->options;
    long long size = o->sizes[o->size_count - 1];
    struct shape shape = run->experiment->shape_of(size);
    struct problem p = problem_of(&run->versions[0], &shape);
    double arrays = array_needs(&p.a) + array_needs(&p.b) + array_needs(&p.c);
    /* to compare, the host also holds two more copies of c and one of an input */
    double host = arrays + 2.0 * p.c.bytes + fmax(p.a.bytes, p.b.bytes);
    char option[64];

    snprintf(option, sizeof(option), "%s %lld", o->size_option ? o->size_option : "--size", size);
    need_memory(run->lab, option, _("give a smaller one"), &run->device, host, arrays + p.scratch);
}

/* The card whose limits are shown on the CPU device, whose times are no GPU's. */
static void read_card(struct run *run)
{
    const char *name = run->options.card;

    if (!name && !run->device.is_cpu)
        return;
    const char *others = card_read(&run->card, CARDS, name ? name : "t4");
    if (others && name)
        options_usage(run->lab, "--card '%s': no such card%s%s", name,
                      *others ? _("; there are") : _(": cannot read reference/cards.csv"), others);
}

/* The names of the versions, for the options. */
static void list_names(struct run *run, const struct version *versions)
{
    for (const struct version *v = versions; v->name; v++) {
        strcat(run->names, v->name);
        strcat(run->names, v[1].name ? " " : "");
    }
    run->lab_copy.versions = run->names;
}

static void read_options(struct run *run, int argc, char **argv)
{
    const struct hooks none = {}, *hooks = run->experiment->hooks ? run->experiment->hooks : &none;

    run->watched->may_end = 1; /* for --help */
    run->options = options_parse(run->lab, hooks->options, argc, argv);
    if (hooks->options_read)
        hooks->options_read(run);
    run->watched->may_end = 0;
    if (!run->options.seed_given)
        run->options.seed = random_seed();
    list_versions(run);
    for (int i = 0; i < run->version_count; i++) {
        run->known[i].random.seed = random_bits(run->options.seed, 0, i);
        will_run(i, run->versions[i].name, run->versions[i].exercise, run->versions[i].given);
    }
}

static void open_device(struct run *run)
{
    double start = now_ms();

    cudaFree(0);        /* the first CUDA call makes the context */
    cudaGetLastError(); /* an error comes again in device_open, which explains it */
    run->context_ms = now_ms() - start;
    run->device = device_open();
    warm_up_clock(&run->device);
    if (!run->device.is_cpu)
        measure_peaks(&run->device, run->options.quick ? 5 : 100); /* clocks take so long to rise */
    need_memory_of_size(run);
    read_card(run);
}

struct run *run_begin(int argc, char **argv, const struct lab *lab, const struct experiment *e)
{
    static struct run all;
    struct run *run = &all;

    run->threads = omp_get_max_threads();
    run->experiment = e;
    run->time_part = 1;
    run->lab_copy = *lab;
    run->lab = &run->lab_copy;
    list_names(run, e->versions);
    run->watched = supervised();
    if (run_instead) {
        setenv("REPORT_LANG", "en", 1); /* findings stand in a grader's CSVs */
        list_versions(run);
        run_instead(run, argc, argv);
    }
    traffic_begin(run);
    launches_begin(run);
    read_options(run, argc, argv);
    open_device(run);
    run->watched->slow = !run->device.is_cpu && !run->options.quick;
    report_banner(&run->report, run->lab, &run->options, &run->device);
    energy_begin(run);
    run->report.card = run->device.is_cpu && run->card.name[0] ? &run->card : NULL;
    bound_reference(run);
    if (e->hooks && e->hooks->print_head)
        e->hooks->print_head(run);
    else
        report_head(&run->report);
    return run;
}

/* ---- sizes and versions --------------------------------------------------------------------- */

/* On a GPU the break-even needs sizes below --size as well; they get no lines in the table. */
static bool needs_small_sizes(const struct run *run)
{
    const struct options *o = &run->options;

    return run->experiment->smaller_sizes.first && !run->device.is_cpu && !o->sweep &&
           !o->compare[0] && lab_mode() == MODE_PLAIN;
}

bool next_size(struct run *run, long long *size)
{
    const struct options *o = &run->options;
    const int factor = run->experiment->smaller_sizes.factor;
    int i = run->next_size++;

    if (i < o->size_count)
        run->size = o->sizes[i];
    else if (i > o->size_count)
        run->size *= factor ? factor : 2;
    else if (needs_small_sizes(run)) {
        report_briefly(&run->report);
        run->size = run->experiment->smaller_sizes.first;
    } else
        return false;
    *size = run->size;
    return i < o->size_count || run->size < o->size;
}

bool next_version(struct run *run, const struct version **version)
{
    while (run->next_version < run->version_count) {
        const struct version *v = &run->versions[run->next_version++];
        if (!is_wanted(run, v))
            continue;
        report_progress(&run->report, v->name, run->size);
        *version = v;
        return true;
    }
    run->next_version = 0;
    run->compared = NULL;
    return false;
}

/* true: --require names it, with or without gpu_. */
static bool is_required(const struct run *run, const struct version *v)
{
    char list[256], *rest = list, *one;

    snprintf(list, sizeof(list), "%s", run->options.require ? run->options.require : "");
    while ((one = strsep(&rest, ",")))
        if (!strcmp(v->name, one) || (!strncmp(v->name, "gpu_", 4) && !strcmp(v->name + 4, one)))
            return true;
    return false;
}

/* Why the version does not run, or NULL. */
static const char *why_not(const struct run *run, const struct version *v)
{
    bool finds_bugs = lab_mode() != MODE_PLAIN && !counts_traffic();

    if (!v->run)
        return _(v->what);
    if (v->given && !run->options.only && !run->options.compare[0] && !finds_bugs &&
        !is_required(run, v))
        return _(v->what);
    if (!on_device(v) && run->lab->cpu_size && run->size > run->lab->cpu_size)
        return _("would take minutes at this size");
    return NULL;
}

#define MAX_DRAWS 32

/* The shapes of each class, except those that a launch of a different class has made needless. */
static void check_draws(struct run *run, const struct version *v, int draws, long long size)
{
    const struct shapes *shapes = &v->known->experiment->shapes;
    double blocks[MAX_DRAWS] = {};

    for (int i = 0; i < draws && check_state(&v->known->check) == STATE_OK; i++) {
        int other = shapes->unless && i < MAX_DRAWS ? shapes->unless[i] : 0;
        if (other && blocks[other] > 65536)
            continue;
        check_shape(run, v, shapes->draw(i, size, &v->known->random));
        if (i < MAX_DRAWS)
            blocks[i] = most_blocks();
    }
}

bool check_version(struct run *run, const struct version *v)
{
    const struct shapes *shapes = &v->known->experiment->shapes;
    const bool student = on_device(v) && lab_mode() == MODE_PLAIN; /* not a version of the CPU's */
    const long long size = run->options.quick ? run->lab->quick_size : run->lab->size;
    const int draws = run->options.quick ? shapes->quick_draws : shapes->draws;
    struct check *check = &v->known->check;
    struct shape one;

    if (!check->version) { /* its first size */
        check_begin(check, v->name, v->what, v->exercise);
        check->skip = why_not(run, v);
        run->watched->patient = !on_device(v);
        run->turn = 0;
        check->written = lab_mode() == MODE_LAUNCHES; /* then it is ok, and nobody asks further */
        if (shape_to_debug(v, &one))
            check_shape(run, v, one);
        else
            for (const struct shape *s = shapes->awkward;
                 lab_mode() != MODE_LAUNCHES && !check->skip && is_given(s); s++)
                check_shape(run, v, *s);
        if (student)
            check_draws(run, v, draws, size);
        if (lab_mode() == MODE_PLAIN && check_state(check) == STATE_OK)
            check_contract(run, v);
    }
    return is_ok(run, v, run->size);
}

/* true: an exercise of --require is not written, or was not tried. */
static bool misses_a_required(struct run *run)
{
    bool missing = false;

    for (int i = 0; i < run->version_count; i++) {
        const struct check *check = &run->known[i].check;
        if (!is_required(run, &run->versions[i]) ||
            (check->version && check_state(check) == STATE_OK))
            continue;
        printf(_("required %s is not ok\n"), run->versions[i].name);
        missing = true;
    }
    return missing;
}

int run_end(struct run *run)
{
    if (lab_mode() == MODE_TRAFFIC)
        report_traffic(run);
    if (counts_traffic())
        report_goals(run);
    report_bounds(&run->report);
    report_energy(&run->report);
    bool missing = misses_a_required(run);
    int status = report_end(&run->report);

    if (status == STATUS_OK && missing)
        status = STATUS_WRONG;
    lab_is_over(status);
    return status;
}
