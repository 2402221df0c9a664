/* What `make sass03` reports: report.c reads it, kernels.c works out the rest, text.c and json.c
 * write it. */
#ifndef SASS_REPORT_H
#define SASS_REPORT_H

#include <stdio.h>
#include "../cpu_device/run/json.h"
#include "kinds.h"
#include "loops.h"

struct card {
    char name[24], title[48]; /* empty: no card of this architecture is known */
    unsigned capability, multiprocessors;
};

struct launch {                  /* of a kernel; equal launches are one */
    const char *version, *shape; /* of a lab; empty: a program */
    unsigned grid[3], block[3];
    size_t dynamic;
    unsigned times;
};

struct kernel {
    const struct sass_function *code;
    char *name;                                 /* as the program calls it */
    char *common;                               /* as launches name it */
    unsigned registers, barriers, most_threads; /* of a block; 0: it does not say */
    size_t shared, local;                       /* bytes: static, of a block; of a thread */
    size_t spills[2];                           /* bytes stored, loaded */
    struct loops *loops;
    struct launch *launches;
    unsigned launch_count;
};

/* A line of the source in a loop, or outside of all. */
struct line {
    const char *file;
    unsigned line;
    int loop;
    unsigned instructions, jumped_over, of_kind[KINDS];
};

struct report {
    unsigned arch;
    const char *compiler;
    struct card card;
    struct multiprocessor sm;
    struct kernel *kernels;
    unsigned count;
    bool launches_known; /* the program was run */
};

enum { USUAL_THREADS = 256 }; /* of a block whose launch is not known */

/* Of a trip of a loop: what it takes, and how many instructions it jumps over. */
struct busy trip_of(const struct report *r, const struct kernel *k, int loop, unsigned *kinds,
                    unsigned *jumped_over);
/* The loop with most multiply-adds of its own, on CUDA cores or tensor cores; if none has any, with
 * most other arithmetic. NO_LOOP: there is none. */
int hottest(const struct kernel *k);
struct occupancy occupancy_at(const struct report *r, const struct kernel *k,
                              const struct launch *launch);
struct line *lines_of(const struct kernel *k, unsigned *count); /* in the order of the source */

/* Accesses of an instruction's kind: what, in how many bits, and how often. */
struct access {
    struct sass_request request;
    unsigned count;
};
/* Of a line of a kernel; with line null, of all. */
unsigned accesses_of(const struct kernel *k, const struct line *line, struct access all[32]);

extern const char *const space_names[], *const access_names[];

void print_report(const struct report *r);
void print_summary(const struct report *reports, unsigned count);
void write_json(struct json_out *j, const struct report *r);

const char *base_name(const char *path);
unsigned long long blocks_of(const struct launch *l);
unsigned threads_of(const struct launch *l);
/* Of a block; without a launch what __launch_bounds__ says, else USUAL_THREADS. */
unsigned threads_at(const struct kernel *k, const struct launch *l);

#endif
