/* What a run says: banner, table, verdicts, closing line, CSV. Times come in as stats; speed-ups,
 * verdicts and the break-even are computed here from the same rows that the CSV holds. */
#ifndef REPORT_H
#define REPORT_H

#include "check.h"
#include "options.h"
#include "timing.h"

#ifdef __cplusplus
extern "C" {
#endif

#define KIT_VERSION "0.1"

struct device {
    char name[128];
    int is_cpu;       /* 1: the CPU device; results are checked, times say nothing about a GPU */
    char about[160];  /* for the banner */
    char toolkit[64]; /* driver and toolkit */
    /* Ceilings, 0 where unknown, as on the CPU device: */
    double peak_gflops; /* float32 */
    double copy_gbs;    /* measured, bytes read + bytes written */
};

/* What one repetition does, and the least time that the device's limits leave for it. */
struct work {
    const char *dtype;       /* float32 */
    long long size, m, n, k; /* 0: this lab has no such dimension */
    double flops, bytes;     /* 0: does not apply */
    double floor_ms;         /* 0: unknown */
};

/* One row of the CSV. */
struct row {
    char device[64], version[24], method[20], dtype[12];
    long long size, m, n, k;
    struct stats time;
    double flops, bytes, floor_ms;
};

struct rows {
    struct row *row;
    int count, room;
    char device[64], date[32]; /* of rows that were read from a file */
};

struct report {
    const struct lab *lab;
    const struct options *options;
    const struct device *device;
    int quiet;             /* 1: keep the rows, print none */
    struct rows rows;      /* what was measured here */
    struct rows reference; /* what a real GPU did, for those who have none */
    char reference_path[256];
    int wrong;    /* how many versions are WRONG */
    char next[8]; /* the first exercise that is not written yet, 1.1 */
    double load;  /* load average when the run began */
};

/* Prints the banner and the head of the table; on the CPU device looks for reference figures. The
 * pointers must live as long as the report. */
void report_begin(struct report *report, const struct lab *lab, const struct options *options,
                  const struct device *device);

/* Keeps a measurement. The method is wall (of CPU code), no_sync, sync, events or with_transfers;
 * a version has one row per method and size. */
void report_add(struct report *report, const char *version, const char *method,
                const struct work *work, const struct stats *time);

/* Prints the line of a version at one size. If the check lost the device, says which versions were
 * not run and ends the program with STATUS_WRONG. */
void report_version(struct report *report, const struct check *check, long long size);

/* Progress of long work: on stderr, on a terminal, else nothing. */
void report_progress(const struct report *report, const char *version, long long size);

/* "how long did gpu_v1 take?": each method's time and verdict side by side. */
void report_methods(const struct report *report, const char *version, long long size);

/* From which size on a version beats cpu_openmp, with and without the copies; from the rows of this
 * run, or on the CPU device from the reference. */
void report_break_even(const struct report *report, const char *version);

/* Prints the closing lines, writes the CSV, frees the report. Returns the status of the program. */
int report_end(struct report *report);

/* ---- the parts, for the tests and for programs with a table of their own ---- */

/* The row of version, method and size, or NULL. */
const struct row *find_row(const struct rows *rows, const char *version, const char *method,
                           long long size);

/* 1 when the row's time cannot be true; `sync` is the synchronized row of the same version and size
 * or NULL. Then `reason` says why. */
int is_impossible(const struct row *row, const struct row *sync, char *reason, size_t size);

/* The smallest sizes[i] such that theirs[j] < ours[j] for every j >= i; -1 when even the largest
 * does not pay. Sizes ascend. */
long long break_even(const long long *sizes, const double *ours, const double *theirs, int count);

/* Reads a CSV that a lab wrote. Returns 0, or -1 when the file is missing or is not such a CSV. */
int read_rows(struct rows *rows, const char *path);

/* Writes all rows. Written beside it and renamed when complete. Returns 0, or -1 with errno. */
int write_rows(const struct report *report, const char *path);

#ifdef __cplusplus
}
#endif

#endif
