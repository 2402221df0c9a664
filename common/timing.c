#include "timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

double now_ms(void)
{
    struct timespec t;

    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1e3 + t.tv_nsec * 1e-6;
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

long times_preempted(void)
{
    struct rusage usage;

    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_nivcsw;
}

#ifndef RUSAGE_THREAD /* Linux */
#define RUSAGE_THREAD RUSAGE_SELF
#endif

struct begun begun_now(void)
{
    struct begun begun;
    struct rusage usage;
    struct timespec ran;

    getrusage(RUSAGE_THREAD, &usage);
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &ran);
    begun.preempted = usage.ru_nivcsw;
    begun.ran_ms = ran.tv_sec * 1e3 + ran.tv_nsec * 1e-6;
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

    if (i + 1 >= count)
        return sorted[count - 1];
    return sorted[i] + (place - i) * (sorted[i + 1] - sorted[i]);
}

struct stats stats_of(double *ms, int count)
{
    struct stats stats = { .samples = count };

    sort_values(ms, count);
    stats.median_ms = quantile(ms, count, 0.50);
    stats.p05_ms = quantile(ms, count, count < MIN_PERCENTILES ? 0 : 0.05);
    stats.p95_ms = quantile(ms, count, count < MIN_PERCENTILES ? 1 : 0.95);
    return stats;
}

/* The first repetitions pay for what later ones find done: pages, caches, the loading of the
 * kernel, the clock's rise. Three, or one of something slow. */
static void warm_up(repetition *once, void *experiment, double ms[])
{
    double start = now_ms();

    for (int i = 0; i < 3 && (i == 0 || now_ms() - start < 100); i++)
        once(experiment, ms);
}

void sample(repetition *once, int count, void *experiment, const struct limits *limits,
            struct stats stats[])
{
    double least = limits->min_time * 1e3, most = limits->max_time * 1e3;
    double *all = malloc(sizeof(*all) * MAX_SAMPLES * count);
    double *ms = malloc(sizeof(*ms) * count);
    int samples = 0;

    if (!all || !ms)
        abort();
    if (most > 0)
        warm_up(once, experiment, ms);
    long preempted = times_preempted();
    double start = now_ms(), elapsed = 0;
    while ((samples < limits->samples || elapsed < least) && samples < MAX_SAMPLES) {
        if (samples > 0 && elapsed >= most)
            break;
        once(experiment, ms);
        for (int w = 0; w < count; w++)
            all[w * MAX_SAMPLES + samples] = ms[w];
        samples++;
        elapsed = now_ms() - start;
    }
    preempted = times_preempted() - preempted;
    for (int w = 0; w < count; w++) {
        stats[w] = stats_of(all + w * MAX_SAMPLES, samples);
        stats[w].capped = samples < limits->samples;
        stats[w].preempted = preempted;
    }
    free(all);
    free(ms);
}

double load_average(void)
{
    double load;

    return getloadavg(&load, 1) == 1 ? load : -1;
}
