/* A process that watches the lab: it is there before the lab begins, and still there when a version
 * has ended, crashed or hung it, so that a run always ends with a verdict. */
#ifndef SUPERVISOR_H
#define SUPERVISOR_H

#include "check.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What is known about a version when the program is over. */
struct verdict {
    char version[24], todo[8];
    int tried, given;
    enum state state;
    char message[256];
};

/* Lies in memory that both processes share; the lab writes. */
struct watched {
    volatile int inside;       /* 1: a launcher or its kernel runs, */
    volatile double since_ms;  /* since then: now_ms, */
    volatile int patient;      /* 1: and may take as long as it likes */
    char version[24], at[64];  /* which, at which shape */
    volatile int out_of_stack; /* 1: its crash was this */
    volatile int may_end;      /* 1: the lab may end now, as after --help */
    volatile int finished;     /* 1: the lab has come to its end, */
    volatile int status;       /* with this */
    struct verdict verdicts[MAX_VERSIONS];
};

/* Splits the program in two, before its first CUDA call. Returns in the process that runs the lab.
 * The other waits for its end and ends with the status that the lab has earned: a program that ends
 * inside a version, or before its run is finished, is WRONG. A launcher that does not return, or a
 * kernel that does not end, is reported after 20 s and given up after 120, or what LAB_PATIENCE
 * says, in seconds. Where LAB_ALONE is set, and under the bug finder, there is one process only. */
void supervise(void);

/* What the two share; before supervise: what nobody else sees. */
struct watched *supervised(void);

#ifdef __cplusplus
}
#endif

#endif
