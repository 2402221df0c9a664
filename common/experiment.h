/* The order of a run, for labs that compute c from a and b, or from a seed alone. Every version, at
 * the ragged shapes and at the size to be timed: inputs, poison, run, check; only if all was right,
 * time it; check again what was timed; print. What runs, what is right and how it is timed stands
 * in the lab. */
#ifndef EXPERIMENT_H
#define EXPERIMENT_H

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cuda_runtime.h>

#include "check.h"
#include "device.h"
#include "options.h"
#include "random.h"
#include "report.h"
#include "timing.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

/* `count` floats on both sides of the bus, on each with CHECK_GUARD more behind them. */
struct floats {
    float *host, *device;
    size_t count;
};

float *host_floats(size_t count); /* malloc, but never NULL: without memory it ends the program */
struct floats floats_make(size_t count);
void floats_free(struct floats *array);
void floats_send(const struct floats *array);   /* to the device */
void floats_fetch(const struct floats *array);  /* to the host, the guard too */
void floats_poison(const struct floats *array); /* both sides and both guards; does not wait */

/* check_input: the device must still hold what the host holds. */
void check_floats(struct check *check, const char *name, const struct floats *array);

/* Any launcher. The table of versions holds it as this; the lab casts it back to call it. */
typedef void launcher(void);

struct version {
    const char *name; /* cpu_... runs on the host, all others on the device */
    const char *what; /* in a few words; or why it does not run, if there is no launch */
    const char *todo; /* its exercise, 1.1; NULL: it comes complete */
    launcher *launch; /* NULL: skipped */
};

struct problem {
    long long m, n, k;       /* the shape; 0: there is no such dimension */
    int part;                /* of a size that consists of several problems: 1, 2, ...; else 0 */
    const char *label;       /* what it is called in findings; NULL: by its shape */
    unsigned long long seed; /* for a lab that draws its samples while it computes */
    struct floats a, b, c;
    float *want;                   /* what c should be */
    const struct version *version; /* that runs now */
    cudaEvent_t before, after;     /* for stopwatches */
};

/* The stopwatches of a version on the device. */
enum method { NO_SYNC, SYNC, EVENTS, WITH_TRANSFERS, METHODS };

/* Columns of the CSV that only this lab has, after the common ones. */
struct own_columns {
    const char *names;                                             /* with commas between */
    void (*cells)(struct row *row, const struct problem *problem); /* fills row->own */
};

/* What a lab brings along. */
struct experiment {
    const struct version *versions;
    int version_count, ragged_count;
    /* The problem of a size of --size, and the ragged ones to be wrong at; by problem_make. */
    struct problem (*make)(long long size, unsigned long long seed);
    struct problem (*make_ragged)(int i, unsigned long long seed);
    void (*run)(const struct problem *problem); /* its version, once, without waiting */
    void (*check)(struct check *check, const struct problem *problem); /* c.host against want */
    /* One repetition. The first fills ms[NO_SYNC], ms[SYNC] and ms[EVENTS], the other the last. */
    void (*time_kernel)(const struct problem *problem, double ms[]);
    void (*time_with_transfers)(const struct problem *problem, double ms[]);
    struct work (*work_of)(const struct problem *problem, const struct device *device);
    const struct own_columns *own; /* NULL: none */
};

/* A problem with room for so many floats in a, b, c and want; the lab fills a.host, b.host, want.
 */
struct problem problem_make(long long m, long long n, long long k, size_t a, size_t b, size_t c);

void problem_free(struct problem *problem);

int on_device(const struct version *version);

/* A pause. OpenMP's threads spin for some milliseconds after their work, and those of OpenBLAS and
 * of the CPU device do so, too: on the same cores, the version before would slow down the next. */
void let_threads_sleep(void);

/* What try_versions consists of, for a lab whose sizes consist of several problems. A version that
 * is tried for the first time: is it to be skipped, and is it right at the ragged shapes? */
void begin_version(const struct report *report, const struct experiment *experiment,
                   struct check *check, const struct version *version);

/* A version that has begun and is right so far: is it right here, too? Then it is timed. */
void try_problem(struct report *report, const struct experiment *experiment, struct check *check,
                 struct problem *problem);

/* Every wanted version at one size. */
void try_versions(struct report *report, const struct experiment *experiment, long long size);

/* On a GPU the break-even needs smaller sizes as well: first, factor * first, ... below --size, a
 * few samples each and no lines. Nothing on the CPU device, nor in a sweep. */
void try_smaller_sizes(struct report *report, const struct experiment *experiment, long long first,
                       int factor);

#endif
