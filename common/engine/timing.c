#include "timing.h"

#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

static double clock_ms(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
}

double now_ms(void) { return clock_ms(CLOCK_MONOTONIC); }

double clock_step_ms(void)
{
    double step = 1e3;

    for (int i = 0; i < 1000; i++) {
        double start = now_ms(), then = start;
        while (then == start)
            then = now_ms();
        step = then - start < step ? then - start : step;
    }
    return step;
}

static long preempted(int who)
{
    struct rusage usage;

    getrusage(who, &usage);
    return usage.ru_nivcsw;
}

long times_preempted(void) { return preempted(RUSAGE_SELF); }

struct begun begun_now(void)
{
    struct begun begun = { .preempted = preempted(RUSAGE_THREAD) };

    begun.ran_ms = clock_ms(CLOCK_THREAD_CPUTIME_ID);
    begun.at_ms = now_ms();
    return begun;
}

double own_ms(const struct begun *begun)
{
    double ms = now_ms() - begun->at_ms;
    struct begun now = begun_now();

    return now.preempted > begun->preempted ? now.ran_ms - begun->ran_ms : ms;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

void sort_values(double *x, int count) { qsort(x, count, sizeof(*x), compare); }

double quantile(const double *sorted, int count, double p)
{
    double place = p * (count - 1);
    int i = (int)place;

    return i + 1 < count ? sorted[i] + (place - i) * (sorted[i + 1] - sorted[i])
                         : sorted[count - 1];
}

struct stats stats_of(double *ms, int count)
{
    int few = count < MIN_PERCENTILES;

    sort_values(ms, count);
    return (struct stats){ .samples = count,
                           .median_ms = quantile(ms, count, 0.50),
                           .p05_ms = quantile(ms, count, few ? 0 : 0.05),
                           .p95_ms = quantile(ms, count, few ? 1 : 0.95) };
}

/* Rounds that do not count: they pay for what later ones find done, as pages, caches, the loading
 * of the kernel, the clock's rise. Of something slow one will do. */
#define WARM_UP    3
#define WARM_UP_MS 100

struct taken {
    int count;
    long preempted;
    double ms[MAX_SAMPLES];
};

struct sampling sampling_begin(const struct limits *limits, int times)
{
    struct sampling s = { .limits = *limits, .times = times };

    s.taken = malloc(times * sizeof(*s.taken));
    if (!s.taken)
        abort();
    for (int i = 0; i < times; i++)
        s.taken[i].count = s.taken[i].preempted = 0;
    return s;
}

/* The last one is known before it runs, because its result is checked. */
static bool is_last(const struct sampling *s, double seconds)
{
    int samples = s->samples + 1;

    return samples == MAX_SAMPLES || seconds >= s->limits.max_time ||
           (samples >= s->limits.samples && seconds >= s->limits.min_time);
}

bool sampling_next(struct sampling *s)
{
    bool first = s->rounds == 0, was_warming_up = first || s->warming_up;
    double now = now_ms();

    s->samples += !was_warming_up;
    if (s->last)
        return false;
    s->warming_up = was_warming_up && !s->warm && s->limits.max_time > 0 && s->rounds < WARM_UP &&
                    (first || now - s->start_ms < WARM_UP_MS);
    if (first || was_warming_up != s->warming_up)
        s->start_ms = now;
    s->last = !s->warming_up && is_last(s, (now - s->start_ms) / 1e3);
    s->rounds++;
    return true;
}

void sampling_keep(struct sampling *s, int i, double ms, long preempted)
{
    struct taken *taken = &s->taken[i];

    if (s->warming_up)
        return;
    taken->ms[taken->count++] = ms;
    taken->preempted += preempted;
}

const double *samples_so_far(const struct sampling *s, int i, int *count)
{
    *count = s->taken[i].count;
    return s->taken[i].ms;
}

void sampling_end(struct sampling *s, struct stats stats[])
{
    for (int i = 0; i < s->times; i++) {
        struct taken *taken = &s->taken[i];

        stats[i] = taken->count ? stats_of(taken->ms, taken->count) : (struct stats){ 0 };
        stats[i].capped = s->samples < s->limits.samples;
        stats[i].preempted = taken->preempted;
    }
    free(s->taken);
}
