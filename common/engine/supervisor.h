/* The supervisor: a process that watches the lab. It starts before the lab and outlives it, so that
 * a run ends with a verdict even when a version has ended, crashed or hung the lab. */
#pragma once

#include <stdbool.h>
#include "check.h"
#include "nouns.h"

__BEGIN_DECLS

/* What is known about a version when the program is over. */
struct verdict {
    char version[24], todo[8];
    int tried, given;
    enum state state;
    char message[512];
};

/* In memory that both processes share. The lab writes it, the supervisor reads it. */
struct watched {
    volatile int inside;       /* a launcher or its kernel is running */
    volatile double since_ms;  /* when that began, by now_ms */
    volatile int patient;      /* it has no time limit */
    volatile int slow;         /* its limit is SLOW_PATIENCE */
    char version[24], at[64];  /* its version, and the shape that it runs at */
    volatile int out_of_stack; /* it crashed because its stack was full */
    volatile int may_end;      /* the lab may end now, as after --help */
    volatile int finished;     /* the lab has reached its end */
    volatile int status;       /* the lab's exit status, once finished */
    struct verdict verdicts[MAX_VERSIONS];
};

/* Forks before the first CUDA call, and returns in the child, which runs the lab. The parent waits
 * and ends with the lab's status; a lab that ends inside a version, or before its run is finished,
 * is WRONG. A launcher or kernel that does not end is killed after PATIENCE seconds that it has had
 * to run (see time_had in machine.h: a busy machine makes nobody late), on a GPU without --quick
 * SLOW_PATIENCE, or LAB_PATIENCE seconds; a sixth of it is silent. With LAB_ALONE set, under the
 * bug finder and in a debugger there is only one process.
 */
void supervise(void);

bool is_traced(void); /* true: a debugger, or strace, runs this program */

/* The memory that both processes share; before supervise, memory of this process alone. */
struct watched *supervised(void);

/* For the lab: version i and its exercise (NULL: it is none); what is known about it so far; and
 * that the lab is over. */
void will_run(int i, const char *version, const char *todo, int given);
void note_verdict(int i, const struct check *check);
void lab_is_over(int status);

/* From now on only this version runs, at this shape, until the memory's `inside` is 0 again. */
void watch_version(const char *version, const char *at);

__END_DECLS
