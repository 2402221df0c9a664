/* Measurements: one row per version, method and size, as the CSV holds them; and what follows from
 * them: rates, verdicts, speed-ups, the break-even; and how people read their numbers. */
#pragma once

#include <sys/cdefs.h>
#include "dtype.h"
#include "nouns.h"
#include "timing.h"

__BEGIN_DECLS

extern const char *const method_names[METHODS]; /* as in the CSV: no_sync, ... */
extern const char *const method_words[METHODS]; /* for people; NULL: of what runs on the CPU */

/* What one repetition does, and the least time for it by what was measured of the device. */
struct work {
    enum dtype dtype;        /* DTYPES: read from a CSV, and not known here */
    long long size, m, n, k; /* what --size counts; the shape, 0: there is no such dimension */
    double flops, bytes;     /* 0: does not apply */
    double floor_ms;         /* 0: unknown */
};

/* What one run takes; of --energy. */
enum energy_by { NO_ENERGY, BY_NVML, BY_RAPL, ESTIMATED };
extern const char *const energy_names[ESTIMATED + 1]; /* as in the CSV: nvml, ... */
struct energy {
    enum energy_by by;
    double joules;            /* 0: not known; ESTIMATED: at most these */
    double watts, idle_watts; /* while it ran; while nothing did, 0: not known */
    char doubt[96];           /* as a row's */
};

struct row {
    char device[64];    /* cpu, cpu_device, or the GPU's name */
    char version[24];   /* cpu_serial, gpu_v1, gpu_ex11, ... */
    enum method method; /* METHODS: read from a CSV, and not known here */
    struct work work;
    int part; /* one of the problems that a size consists of: 1, 2, ...; 0: the only one, or all */
    struct stats time;
    char doubt[160]; /* why the time may not be what it seems, without a comma; or empty */
    double bound_ms; /* the least time by the GPU's physical limits, or on the CPU device by those
                        that a card's maker publishes; 0: unknown */
    char own[96];    /* the cells of the lab's own columns, as they stand in the CSV */
    struct energy energy;
};

struct rows {
    struct row *row; /* the caller frees it */
    int count;
    const char *own_columns; /* their names, with commas between; NULL: there are none */
    const char *parts;       /* the first of these, if it says what part a row is of; else NULL */
    bool energy;             /* they have columns for it */
};

/* Which of the names it is; count: none of them. */
int place_of(const char *name, const char *const names[], int count);

/* A new row at the end, all zero; valid until the next one. */
struct row *new_row(struct rows *rows);

/* A row, or NULL: that of a version, method and size (all parts together); that of one part (0: of
 * all); the one whose time counts: sync for a version on the device, wall on the CPU. */
const struct row *find_row(const struct rows *rows, const char *version, enum method method,
                           long long size);
const struct row *find_part(const struct rows *rows, const char *version, enum method method,
                            long long size, int part);
const struct row *main_row(const struct rows *rows, const char *version, long long size, int part);

/* The next larger size in the rows, or 0. */
long long larger_size(const struct rows *rows, long long than);

/* Amount per second in 1e9 (flops to GFLOP/s, bytes to GB/s); the one that a lab shows; how near
 * the row is to the best that was measured of the device, in percent. NAN when something is
 * unknown, or there is no row. */
double rate(double amount, const struct row *row);
double shown_rate(const struct row *row, enum rate of);
double percent_of_ceiling(const struct row *row);

/* Joules for 1e9 operations. NAN: not known. */
double joules_per_gflop(const struct row *row);

/* Why the row's time cannot be true: it beats the device's physical limits, or it is far under the
 * synchronized time in the same rows; valid until the next call. NULL: it can be. */
const char *why_impossible(const struct rows *rows, const struct row *row);

/* How many times faster the version is by this method than base, cpu_serial or cpu_openmp; NAN:
 * unknown, or they do not do the same work, such as ten steps and one. Where cpu_openmp does other
 * work, the base is the version that does the same on all cores: cpu_ten in lab 5. */
double speed_up(const struct rows *rows, const char *base, const char *version, enum method method,
                long long size);

/* The size from which on the version was faster by this method than base at every size at which
 * both did the same work; -1 when it lost at the largest, 0 when these are fewer than two. */
long long break_even(const struct rows *rows, const char *base, const char *version,
                     enum method method);

/* A number for people: 0.0041, 1.93, 21.4, 803, 8 120, three significant digits, at most
 * `most_decimals` decimals; a dash for what is not known. */
const char *report_number(char text[32], double x, int most_decimals);

/* Adds to a doubt of `size` bytes, with "; " between, as far as there is room; no comma may be in
 * it. */
void add_doubt(char *doubt, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

__END_DECLS
