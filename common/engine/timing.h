/* Time: a monotonic clock, a sampling loop, and the statistics that a report may quote.
 * What is timed, and from where to where, stands in the lab: that is its lesson. */
#pragma once

#include <stdbool.h>
#include <sys/cdefs.h>

__BEGIN_DECLS

#define MAX_SAMPLES     10000
#define MIN_PERCENTILES 10 /* fewer samples have a range, and no percentiles; one has neither */

/* When a measurement has enough samples. */
struct limits {
    int samples;     /* the fewest, 1 to MAX_SAMPLES */
    double min_time; /* the fewest seconds */
    double max_time; /* the most seconds, even if samples are missing; 0: one, not warmed up */
};

struct stats {
    int samples;
    double median_ms, p05_ms, p95_ms; /* under MIN_PERCENTILES samples: least and most */
    bool capped;                      /* max_time came before limits.samples */
    long preempted; /* how often the system took a core away meanwhile (getrusage, ru_nivcsw) */
    unsigned long long held; /* what held a GPU's clocks down meanwhile, in NVML's bits, */
    int least_sm;            /* and the lowest clock of its SMs that was seen, MHz; 0: not known */
    bool waits;       /* of EVENTS: so short that the wait for the kernel's start is a part of it */
    bool by_launches; /* of TRAIN: the host may have needed that long to launch */
};

double now_ms(void);        /* since some moment in the past; never goes back */
double clock_step_ms(void); /* the least difference between two times that the clock can show */

/* The sampling loop. A round takes one or several times, i = 0 .. times - 1, and may leave out
 * some:
 *
 *   struct sampling s = sampling_begin(&limits, times);
 *   while (sampling_next(&s))
 *       ... sampling_keep(&s, i, ms, preempted);
 *   sampling_end(&s, stats);
 *
 * The first rounds warm up, and what they show is not kept; where something before them has, set
 * `warm`. The loop may be left early. */
struct sampling {
    bool warm;       /* no round warms up */
    bool warming_up; /* the round that has begun does not count */
    bool last;       /* no round will follow it */
    int samples;     /* rounds before it that count */
    /* Only timing.c uses what follows. */
    struct limits limits;
    int times, rounds;
    double start_ms;     /* when warming up began, or the first round that counts */
    struct taken *taken; /* of each time */
};

struct sampling sampling_begin(const struct limits *limits, int times);
bool sampling_next(struct sampling *s);
void sampling_keep(struct sampling *s, int i, double ms, long preempted);
const double *samples_so_far(const struct sampling *s, int i, int *count); /* as they were taken */
void sampling_end(struct sampling *s, struct stats stats[]); /* samples is 0 if none was kept */

struct stats stats_of(double *ms, int count); /* sorts ms[0..count-1] as well; count >= 1 */
void sort_values(double *x, int count);       /* the least first */

/* The p-quantile, 0 <= p <= 1, of sorted values: linear between neighbours. */
double quantile(const double *sorted, int count, double p);

long times_preempted(void); /* how often this process has lost a core so far */

/* How long the calling thread is at something: begun_now() before it, own_ms() after. Waiting
 * counts; but if the thread lost its core meanwhile, only the time that it ran. */
struct begun {
    double at_ms, ran_ms;
    long preempted;
};
struct begun begun_now(void);
double own_ms(const struct begun *begun);

__END_DECLS
