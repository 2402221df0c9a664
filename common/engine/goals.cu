#include "parts.h"

/* ---- what is counted ------------------------------------------------------------------------ */

struct result {
    const struct goal *goal;
    struct counter_value count;
    double value; /* the count, divided by what the shape fixes */
    bool counted, met;
};

static struct result results[2 * MAX_VERSIONS];
static int result_count;

bool only_goals(void)
{
    const char *path = getenv("LAB_GOALS");

    return path && *path && counts_traffic();
}

bool is_given(const struct shape *s)
{
    return s->m || s->n || s->k;
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
    observer.count_traffic(1);
    bool fine = run_once(run, p);
    observer.count_traffic(0);
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

double goal_value(const struct goal *goal, const struct counter_value *count,
                  const struct counter_value *less)
{
    return ((goal->in_one_block ? count->in_one_block : count->all) - (double)less->all) /
           goal->per;
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
    r->value = goal_value(goal, &r->count, &less);
    r->met = r->value <= goal->most;
    r->counted = less.whole && (r->count.whole || !r->met); /* what is left out only adds to it */
    result_count++;
    return true;
}

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
    observer.count_traffic(1);
    copy_float4<<<1, 1>>>(memory, memory + 4);
    CUDA_CHECK(cudaDeviceSynchronize());
    observer.count_traffic(0);
    CUDA_CHECK(cudaFree(memory));
    sees = !observer.count(LOADED_NARROW_BYTES).all && !observer.count(STORED_NARROW_BYTES).all;
    return sees;
}

void count_goals(struct run *run, const struct version *v)
{
    const char *path = getenv("LAB_GOALS");

    if (!observer.count ||
        (path && !*path)) /* as nvcc made them, kernels are counted by line alone */
        return;
    const bool narrow_is_known = sees_float4();
    const int first = result_count;

    for (const struct goal *g = run->experiment->goals; g && g->version; g++)
        if (!strcmp(g->version, v->name) && !count_goal(run, v, g)) {
            result_count = first;
            return;
        }
    for (struct result *r = results + first; r < results + result_count; r++)
        r->counted &= narrow_is_known || (r->goal->counts != LOADED_NARROW_BYTES &&
                                          r->goal->counts != STORED_NARROW_BYTES);
}

/* ---- what is said --------------------------------------------------------------------------- */

static bool in_spanish(void)
{
    return !strcmp(report_language(), "es");
}

static const char *word_of(const struct result *r)
{
    return !r->counted ? "uncounted" : r->met ? "met" : "missed";
}

static void write_file(const struct run *run, const char *path)
{
    FILE *f = fopen(path, "w");

    if (!f)
        return;
    for (const struct version *v = run->versions; v->name; v++)
        if (v->known->check.wrong)
            fprintf(f, "%s\twrong\t\t\t%s\t\n", v->name, v->known->check.message);
    for (const struct result *r = results; r < results + result_count; r++)
        fprintf(f, "%s\t%s\t%.4g\t%.4g\t%s\t%s\n", r->goal->version, word_of(r), r->value,
                r->goal->most, r->goal->says[in_spanish()], r->count.line);
    fprintf(f, "end\n");
    fclose(f);
}

void report_goals(const struct run *run)
{
    static const char *const words[2][4] = { { "met", "missed", "not counted", "at most" },
                                             { "cumplido", "no", "sin contar", "como mucho" } };
    const char *path = getenv("LAB_GOALS"), *const *w = words[in_spanish()];

    if (path && *path)
        write_file(run, path);
    if (!result_count || path)
        return;
    puts(in_spanish() ? "objetivos: un ejercicio que es correcto está hecho si los cumple"
                      : "goals: an exercise that is right is done if it meets them");
    for (const struct result *r = results; r < results + result_count; r++)
        printf("%-12s %-11s %.4g %s, %s %.4g%s%s\n", r->goal->version, w[!r->counted ? 2 : !r->met],
               r->value, r->goal->says[in_spanish()], w[3], r->goal->most,
               r->met || !*r->count.line ? "" : ": ", r->met ? "" : r->count.line);
}
