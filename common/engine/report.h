/* What a run says: banner, table, closing line, CSV. */
#pragma once

#include "check.h"
#include "nouns.h"
#include "rows.h"

__BEGIN_DECLS

#define KIT_VERSION "0.1"

struct options; /* options.h */
struct card;    /* bounds.h */

struct report {
    const struct lab *lab;
    const struct options *options;
    const struct device *device;
    char cpu[128];                       /* its name */
    char clocks[160];                    /* of a GPU, when the run began; empty: not known */
    double others;                       /* CPUs that other programs took; negative: not known */
    double clock_step_ms, load;          /* both measured when the run began, as are the next two */
    double copy_at_first, peak_at_first; /* of a GPU, bytes and operations per second; or 0 */
    struct limits limits;                /* of the samples to come */
    bool quiet;                          /* keep rows, print none */
    int programs;                        /* on the GPU when the run began; 0: not known */
    bool launches_wait;       /* here, whoever launches: no launcher can return at once */
    struct rows rows;         /* what was measured here */
    struct rows reference;    /* on the CPU device: what a GPU did elsewhere, */
    char reference_from[320]; /* and which, when; empty: not known */
    const char *no_joules[2]; /* with --energy: why there are none of the CPU, of the device */
    const struct card *card;  /* whose published limits bound the times here; NULL: none */
    const char *next;         /* the first exercise that is not written yet, 1.1, */
    const char *wrong;        /* and the first version that is WRONG; NULL: none */
    char debug[160];          /* the command that leads a debugger there; empty: there is none */
    /* Prints a lab's own cells of a version that is ok, and the newline; NULL: the usual ones. */
    void (*cells)(const struct report *report, const char *version, long long size);
};

/* In the environment: what the lab has unset there, for the banner. */
#define REPORT_UNSET "LAB_UNSET"

/* Print the banner, and the head of the table. On the CPU device the banner looks for reference
 * figures: reference/<gpu>/<lab>.csv, the first there is, or of the <gpu> or folder that REFERENCE
 * in the environment names. The pointers must live as long as the report. */
void report_banner(struct report *report, const struct lab *lab, const struct options *options,
                   const struct device *device);
void report_head(const struct report *report);

void report_cell(int width, double x, int most_decimals); /* prints it, at the right */

/* Median and spread in ms: 8 120 [8 090, 8 310]; of few samples 8 120 [8 090..8 310],
 * of one 8 120. */
const char *report_spread(char text[80], const struct stats *time);

/* Says in the row's doubt what readers should know of its time. */
void report_doubt(struct row *row);

/* Keeps the time of a version at one size by one method. Returns its row. */
struct row *report_time(struct report *report, const char *version, const struct work *work,
                        enum method method, const struct stats *time);

/* Prints the line of a version at one size; among sizes that get no lines only that it is WRONG, if
 * that was not said before. After a finding that lost the device: says which versions were not run,
 * and ends the program with STATUS_WRONG. */
void report_version(struct report *report, struct check *check, long long size);

void report_state(enum state state); /* in six columns, in colour where that is wanted */

/* From here on: few samples and no lines, for the sizes that only the break-even needs. */
void report_briefly(struct report *report);

/* The progress of a sweep: on stderr, on a terminal only. */
void report_progress(const struct report *report, const char *version, long long size);

/* Each method's time and verdict side by side, of gpu_v1 or what --only names; from which size on
 * gpu_v1 beats cpu_openmp, with the copies and without, or on the CPU device: what a real GPU did.
 */
void report_methods(const struct report *report, long long size);
void report_break_even(const struct report *report);
/* On the CPU device: what a GPU did elsewhere, at its largest size, where that is known. */
void report_reference(const struct report *report);

/* What the card's published limits allow the versions that ran on the CPU device: the least time,
 * and so the largest speed-up over this CPU. Bounds, never times. */
void report_bounds(const struct report *report);

/* With --energy: the joules of each version that has some, and why others have none. */
void report_energy(const struct report *report);

/* Prints the closing lines, writes the CSV, frees the rows. Returns the program's status. */
int report_end(struct report *report);

/* "next: ..." after a version that is wrong. */
void report_next_wrong(const char *program, const char *version);

__END_DECLS
