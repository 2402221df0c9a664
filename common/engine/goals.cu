/* Counts the goals of an exercise: whether it is done, and not only right. */
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
    char where[96]; /* the drawn shape, where that is what misses it */
};

static struct result results[2 * MAX_VERSIONS];
static int result_count;

/* What the launcher's calls were, by counter; the device counts the rest. */
static struct counter_value of_calls[ALL_COUNTERS - COUNTERS];

/* Keeps the counts of calls that the version's goals are about. */
static void keep_calls(const struct run *run, const struct version *v)
{
    for (const struct goal *g = run->experiment->goals; g && g->version; g++) {
        if (g->counts < COUNTERS || strcmp(g->version, v->name))
            continue;
        struct counter_value *value = &of_calls[g->counts - COUNTERS];
        *value = {};
        value->all = count_in_calls(g->counts, value->line);
        value->whole = true;
    }
}

bool count_run(struct run *run, struct problem *p)
{
    observer.count_traffic(KERNELS_APART);
    bool fine = run_once(run, p);
    observer.count_traffic(NO_KERNELS);
    keep_calls(run, p->version);
    return fine;
}

struct shape shape_of_goal(const struct version *v, const struct goal *goal, bool drawn,
                           unsigned long long seed)
{
    struct random random = { seed, 0 }; /* goals that draw alike share a run */

    return drawn                       ? goal->shape.draw(&random)
           : is_given(&goal->shape.at) ? goal->shape.at
                                       : largest_awkward(v);
}

/* One run at the shape, unless it was the last one; its result is checked as well. false: it is not
 * right there. */
static bool run_at(struct run *run, struct problem *p, struct shape *last)
{
    bool again = !memcmp(&p->shape, last, sizeof(*last));

    *last = p->shape;
    if (!again && problem_begin(run, p, ", counted") && count_run(run, p))
        check_run(run, p);
    if (!again)
        problem_end(run, p);
    return check_state(&p->version->known->check) == STATE_OK;
}

struct counter_value count_of(enum counter which)
{
    return which < COUNTERS ? observer.count(which) : of_calls[which - COUNTERS];
}

void find_line(enum counter which, struct counter_value *value)
{
    if (which < COUNTERS)
        observer.count_line(which, value->line);
}

static bool is_narrow(enum counter which)
{
    return which == LOADED_NARROW_BYTES || which == STORED_NARROW_BYTES;
}

static double fixed_by(const struct problem *p, enum fixed what)
{
    switch (what) {
    case PER_ELEMENT:
        return p->n;
    case PER_FLOP:
        return p->flops;
    case PER_FMA:
        return p->flops / 2;
    case PER_WARP_FMA:
        return p->flops / 2 / 32;
    case PER_INPUT_BYTE:
        return p->a.bytes + p->b.bytes;
    case PER_INPUT_SECTOR:
        return (p->a.bytes + p->b.bytes) / 32.0;
    case PER_OUTPUT_BYTE:
        return p->c.bytes;
    case PER_OUTPUT_SECTOR:
        return p->c.bytes / 32.0;
    case PER_RUN:
        break;
    }
    return 1;
}

struct judged judge_goal(const struct goal *goal, const struct problem *at,
                         const struct counter_value *count, const struct problem *minus,
                         const struct counter_value *less, bool float4_is_seen)
{
    double all = goal->in_one_block ? count->in_one_block : count->all;
    double per = fixed_by(at, goal->per) - (minus ? fixed_by(minus, goal->per) : 0);
    double value = (all - (minus ? less->all : 0)) / per;
    bool is_met = fabs(value) <= goal->most; /* more at the smaller shape is no less growth */

    /* what is left out only adds to a count, so one that is too large already is missed */
    if ((minus && !less->whole) || (!count->whole && is_met) ||
        (is_narrow(goal->counts) && !float4_is_seen))
        return { value, judged::UNCOUNTED };
    return { value, is_met ? judged::MET : judged::MISSED };
}

/* Counts the goal at its own shape or at the drawn one, which stands for both if it is worse. */
static bool count_goal(struct run *run, const struct version *v, const struct goal *goal,
                       bool drawn, struct shape *last, struct result *r)
{
    struct shape shape = shape_of_goal(v, goal, drawn, run->options.seed);
    const bool less_something = is_given(&goal->shape.minus);
    struct problem at = problem_of(v, &shape);
    struct problem minus = problem_of(v, less_something ? &goal->shape.minus : &shape);
    struct counter_value count, less = {};

    if (less_something && !run_at(run, &minus, last))
        return false;
    if (less_something)
        less = count_of(goal->counts);
    if (!run_at(run, &at, last))
        return false;
    count = count_of(goal->counts);
    const struct judged judged =
        judge_goal(goal, &at, &count, less_something ? &minus : NULL, &less, sees_float4());
    if (drawn && judged.state <= r->judged.state)
        return true;
    if (judged.state != judged::MET)
        find_line(goal->counts, &count);
    *r = { goal, count, judged, "" };
    say_where(&at, "");
    if (drawn)
        snprintf(r->where, sizeof(r->where), ", %s", v->known->check.at);
    return true;
}

void count_goals(struct run *run, const struct version *v)
{
    int count = 0;

    if (!observer.count) /* kernels as nvcc made them are counted by line alone */
        return;
    sees_float4(); /* by a kernel of its own, so before any run whose counts are still read */
    for (bool drawn : { false, true }) {
        struct shape last = {};
        count = 0;
        for (const struct goal *g = run->experiment->goals; g && g->version; g++) {
            if (strcmp(g->version, v->name))
                continue;
            struct result *r = &results[result_count + count++];
            if ((!drawn || g->shape.draw) && !count_goal(run, v, g, drawn, &last, r))
                return;
        }
    }
    result_count += count;
}

/* ---- what is said --------------------------------------------------------------------------- */

static bool in_spanish(void) { return !strcmp(report_language(), "es"); }

/* As a number is written in the language of the report: 5.6, or 5,6. */
static const char *written(char text[32], double x)
{
    snprintf(text, 32, "%.4g", x);
    for (char *point = text; in_spanish() && (point = strchr(point, '.'));)
        *point = ',';
    return text;
}

static void write_file(const struct run *run, const char *path)
{
    static const char *const words[] = { "met", "uncounted", "missed" };
    FILE *f = fopen(path, "w");

    if (!f)
        return;
    for (const struct version *v = run->versions; v->name; v++)
        if (v->known->check.wrong)
            fprintf(f, "%s\twrong\t\t\t%s\t\n", v->name, v->known->check.message);
    for (const struct result *r = results; r < results + result_count; r++)
        fprintf(f, "%s\t%s\t%.4g\t%.4g\t%s%s\t%s\n", r->goal->version, words[r->judged.state],
                r->judged.value, r->goal->most, r->goal->says[in_spanish()], r->where,
                r->count.line);
    fprintf(f, "end\n");
    fclose(f);
}

void report_goals(const struct run *run)
{
    const char *const words[] = { _("met"), _("not counted"), _("missed") };
    const char *path = getenv("LAB_GOALS"), *also = getenv("LAB_GOALS_TOO");

    if (path || also)
        write_file(run, path ? path : also);
    if (!result_count || path)
        return;
    puts(_("goals: an exercise that is right is done if it meets them"));
    for (const struct result *r = results; r < results + result_count; r++) {
        char value[32], most[32];
        printf("%-12s %-11s %s %s%s, %s %s%s%s\n", r->goal->version, words[r->judged.state],
               written(value, r->judged.value), r->goal->says[in_spanish()], r->where, _("at most"),
               written(most, r->goal->most),
               r->judged.state == judged::MET || !*r->count.line ? "" : ": ",
               r->judged.state == judged::MET ? "" : r->count.line);
    }
}
