/* Words that every part of the engine uses: how a run ends, what a lab and a device are, how a
 * version was timed, of what type its data are. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include "bounds.h"

#define MAX_VERSIONS 40 /* of a lab */

enum status {
    STATUS_OK = 0,       /* every version that has been written is right */
    STATUS_WRONG = 1,    /* something is WRONG */
    STATUS_USAGE = 2,    /* bad usage */
    STATUS_NO_DEVICE = 4 /* needs a device that is not there */
};

/* How a version was timed; the names are in rows.h. */
enum method { NO_SYNC, SYNC, EVENTS, WITH_TRANSFERS, WALL /* on the CPU */, TRAIN, METHODS };
#define SHORT_MS       0.02 /* on a GPU one launch below that is not timed alone, */
#define TRAIN_LAUNCHES 100  /* but this many in a row are: TRAIN */

/* What the rate of a table is of. */
enum rate { BYTES, FLOPS, SIZES };

/* What a lab tells common/ about itself. */
struct lab {
    const char *name;             /* labNN */
    const char *title;            /* Lab N - its name   c = a + b, float32 */
    const char *banner;           /* that in the reader's language; NULL: _(title) */
    const char *exercise;         /* the file that the student edits */
    const char *counts;           /* what a size counts: n, or M = N = K */
    enum rate rate;               /* what the table shows, in 1e9 per second; */
    const char *unit;             /* so: GB/s, GFLOP/s, Gsample/s */
    const char *ceiling;          /* what its percentages are of: copy or peak */
    long long size, quick_size;   /* of --size: default, with --quick; */
    long long min_size, max_size; /* its limits; min_size 0: 1 */
    const char *sweep;            /* the sizes of --sweep, written as for --sizes */
    const char *versions;         /* every name that --only knows, with spaces between */
    const char *column;           /* of the CSV, which holds a rate of SIZES */
    long long cpu_size;           /* larger ones would take the CPU minutes; 0: it does all */
    long long traffic_size;       /* of `make traffic`; 0: quick_size */
    long long gpu_size;           /* default of --size on a GPU; 0: as on the CPU device */
};

/* How long a GPU was at work until the clock of its SMs was steady, the first time; MHz then, or
 * the last time that it was looked at; 0: not known. */
#define WARM_UP_MOST_MS 2000
struct warm_up {
    double ms;
    int sm;
    bool steady;
};

struct device {
    char name[64];
    bool is_cpu;      /* the CPU device: results are checked, times say nothing about a GPU */
    char about[160];  /* for the banner */
    char toolkit[64]; /* driver and toolkit */
    /* Of a GPU: what was measured on it, which percentages are of; and what no time on it can beat.
     * All 0 on the CPU device. */
    struct card best, physical;
    struct warm_up warm_up;
};
