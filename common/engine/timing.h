/* Time: a monotonic clock, a sampling loop, and the statistics that a report may quote.
 * What is timed, and from where to where, stands in the lab: that is its lesson. */
#pragma once

#include <sys/cdefs.h>

__BEGIN_DECLS

#define MAX_SAMPLES     10000
#define MIN_PERCENTILES 10 /* fewer samples have a range, and no percentiles; one has neither */

/* When a measurement has enough samples. */
struct limits {
    int samples;     /* at least so many, 1 to MAX_SAMPLES */
    double min_time; /* and at least so many seconds */
    double max_time; /* but no more seconds, even if samples are missing; 0: one, not warmed up */
};

struct stats {
    int samples;
    double median_ms, p05_ms, p95_ms; /* under MIN_PERCENTILES samples: least and most */
    int capped;                       /* 1: max_time came before limits.samples */
    long preempted; /* how often the system took a core away meanwhile (getrusage, ru_nivcsw) */
};

double now_ms(void);        /* since some moment in the past; never goes back */
double clock_step_ms(void); /* the least difference between two times that the clock can show */

/* Repeats an experiment with `count` stopwatches, and summarises each in stats[0..count-1]. A
 * repetition writes what each shows to ms[0..count-1]. The first ones warm up and do not count. */
typedef void repetition(void *experiment, double ms[]);
void sample(repetition *once, int count, void *experiment, const struct limits *limits,
            struct stats stats[]);

struct stats stats_of(double *ms, int count); /* sorts ms[0..count-1], too; count >= 1 */
void sort_values(double *x, int count);       /* the least first */

/* The p-quantile, 0 <= p <= 1, of sorted values: linear between neighbours. */
double quantile(const double *sorted, int count, double p);

long times_preempted(void); /* how often this process has lost a core so far */
double load_average(void);  /* of the last minute; -1 when the system does not tell */

/* How long the calling thread is at something: begun_now() before it, own_ms() after. Waiting
 * counts; but if the thread lost its core meanwhile, only the time that it ran. */
struct begun {
    double at_ms, ran_ms;
    long preempted;
};
struct begun begun_now(void);
double own_ms(const struct begun *begun);

__END_DECLS
