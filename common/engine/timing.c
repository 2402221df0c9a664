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

double now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

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

long times_preempted(void)
{
    return preempted(RUSAGE_SELF);
}

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

void sort_values(double *x, int count)
{
    qsort(x, count, sizeof(*x), compare);
}

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

void sample(repetition *once, int count, void *experiment, const struct limits *limits,
            struct stats stats[])
{
    double *all = malloc(sizeof(*all) * (MAX_SAMPLES + 1) * count), *ms = all + MAX_SAMPLES * count;
    double start = now_ms(), seconds = 0;
    int samples = 0;

    if (!all)
        abort();
    /* Three repetitions to warm up, or one of something slow: they pay for what later ones find
     * done, as pages, caches, the loading of the kernel, the clock's rise. */
    for (int i = 0; limits->max_time > 0 && i < 3 && (i == 0 || now_ms() - start < 100); i++)
        once(experiment, ms);
    long preempted_before = times_preempted();
    start = now_ms();
    while ((samples < limits->samples || seconds < limits->min_time) && samples < MAX_SAMPLES &&
           (samples == 0 || seconds < limits->max_time)) {
        once(experiment, ms);
        for (int w = 0; w < count; w++)
            all[w * MAX_SAMPLES + samples] = ms[w];
        samples++;
        seconds = (now_ms() - start) / 1e3;
    }
    long times = times_preempted() - preempted_before;
    for (int w = 0; w < count; w++) {
        stats[w] = stats_of(all + w * MAX_SAMPLES, samples);
        stats[w].capped = samples < limits->samples;
        stats[w].preempted = times;
    }
    free(all);
}

double load_average(void)
{
    double load;

    return getloadavg(&load, 1) == 1 ? load : -1;
}
