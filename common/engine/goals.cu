#include "parts.h"

/* ---- can this build see 16 bytes at once? ---------------------------------------------------- */

static __global__ void copy_float4(float *c, const float *a)
{
    ((float4 *)c)[threadIdx.x] = ((const float4 *)a)[threadIdx.x];
}

bool sees_float4(void)
{
    static int sees = -1;
    float *memory;

    if (sees >= 0)
        return sees;
    CUDA_CHECK(cudaMalloc(&memory, 2 * sizeof(float4)));
    observer.count_traffic(KERNELS_APART);
    copy_float4<<<1, 1>>>(memory, memory + 4);
    CUDA_CHECK(cudaDeviceSynchronize());
    observer.count_traffic(NO_KERNELS);
    CUDA_CHECK(cudaFree(memory));
    sees = !observer.count(LOADED_NARROW_BYTES).all && !observer.count(STORED_NARROW_BYTES).all;
    return sees;
}

/* ---- what is counted ------------------------------------------------------------------------ */

struct result {
    const struct goal *goal;
    struct counter_value count;
    struct judged judged;
};

static struct result results[2 * MAX_VERSIONS];
static int result_count;

bool only_goals(void)
{
    return getenv("LAB_GOALS") && counts_traffic();
}

/* What the launcher's calls were, by counter; the device counts the rest. */
static struct counter_value of_calls[WAITS + 1 - COUNTERS];

static void keep_calls(void)
{
    for (int which = COUNTERS; which <= WAITS; which++) {
        struct counter_value *value = &of_calls[which - COUNTERS];
        *value = {};
        value->all = count_waits((enum counter)which, value->line);
        value->whole = true;
    }
}

bool count_run(struct run *run, struct problem *p)
{
    observer.count_traffic(KERNELS_APART);
    bool fine = run_once(run, p);
    observer.count_traffic(NO_KERNELS);
    keep_calls();
    return fine;
}

struct shape shape_to_count(const struct version *v, const struct shape *at)
{
    return is_given(at) ? *at : largest_awkward(v);
}

/* One run at the shape, whose result is checked, too. false: it is not right there. */
static bool run_at(struct run *run, const struct version *v, const struct shape *at)
{
    struct shape shape = shape_to_count(v, at);
    struct problem p = problem_of(v, &shape);

    if (problem_begin(run, &p, ", counted") && count_run(run, &p))
        check_run(run, &p);
    problem_end(run, &p);
    return check_state(&v->known->check) == STATE_OK;
}

struct counter_value count_of(enum counter which)
{
    return which < COUNTERS ? observer.count(which) : of_calls[which - COUNTERS];
}

static bool is_narrow(enum counter which)
{
    return which == LOADED_NARROW_BYTES || which == STORED_NARROW_BYTES;
}

struct judged judge_goal(const struct goal *goal, const struct counter_value *count,
                         const struct counter_value *less, bool float4_is_seen)
{
    double all = goal->in_one_block ? count->in_one_block : count->all;
    double value = (all - less->all) / goal->per;
    bool is_met = value <= goal->most;

    /* what is left out only adds to a count, so one that is too large already is missed */
    if (!less->whole || (!count->whole && is_met) || (is_narrow(goal->counts) && !float4_is_seen))
        return { value, judged::UNCOUNTED };
    return { value, is_met ? judged::MET : judged::MISSED };
}

/* Counts the goal; the goal before it may have run the version at the same shape already. */
static bool count_goal(struct run *run, const struct version *v, const struct goal *goal)
{
    const struct goal *before = result_count ? results[result_count - 1].goal : NULL;
    struct result *r = &results[result_count];
    struct counter_value less = {};

    less.whole = true;
    if (is_given(&goal->minus)) {
        if (!run_at(run, v, &goal->minus))
            return false;
        less = count_of(goal->counts);
    }
    if (is_given(&goal->minus) || !before || strcmp(before->version, goal->version) ||
        memcmp(&before->at, &goal->at, sizeof(goal->at)))
        if (!run_at(run, v, &goal->at))
            return false;
    r->goal = goal;
    r->count = count_of(goal->counts);
    r->judged = judge_goal(goal, &r->count, &less, sees_float4());
    result_count++;
    return true;
}

void count_goals(struct run *run, const struct version *v)
{
    const int first = result_count;

    if (!observer.count) /* kernels as nvcc made them are counted by line alone */
        return;
    sees_float4(); /* by a kernel of its own, so before any run whose counts are still read */
    for (const struct goal *g = run->experiment->goals; g && g->version; g++)
        if (!strcmp(g->version, v->name) && !count_goal(run, v, g)) {
            result_count = first;
            return;
        }
}

/* ---- what is said --------------------------------------------------------------------------- */

static bool in_spanish(void)
{
    return !strcmp(report_language(), "es");
}

static void write_file(const struct run *run, const char *path)
{
    static const char *const words[] = { "met", "missed", "uncounted" };
    FILE *f = fopen(path, "w");

    if (!f)
        return;
    for (const struct version *v = run->versions; v->name; v++)
        if (v->known->check.wrong)
            fprintf(f, "%s\twrong\t\t\t%s\t\n", v->name, v->known->check.message);
    for (const struct result *r = results; r < results + result_count; r++)
        fprintf(f, "%s\t%s\t%.4g\t%.4g\t%s\t%s\n", r->goal->version, words[r->judged.state],
                r->judged.value, r->goal->most, r->goal->says[in_spanish()], r->count.line);
    fprintf(f, "end\n");
    fclose(f);
}

void report_goals(const struct run *run)
{
    static const char *const words[2][4] = { { "met", "missed", "not counted", "at most" },
                                             { "cumplido", "no", "sin contar", "como mucho" } };
    const char *path = getenv("LAB_GOALS"), *const *w = words[in_spanish()];

    if (path)
        write_file(run, path);
    if (!result_count || path)
        return;
    puts(in_spanish() ? "objetivos: un ejercicio que es correcto está hecho si los cumple"
                      : "goals: an exercise that is right is done if it meets them");
    for (const struct result *r = results; r < results + result_count; r++)
        printf("%-12s %-11s %.4g %s, %s %.4g%s%s\n", r->goal->version, w[r->judged.state],
               r->judged.value, r->goal->says[in_spanish()], w[3], r->goal->most,
               r->judged.state == judged::MET || !*r->count.line ? "" : ": ",
               r->judged.state == judged::MET ? "" : r->count.line);
}
