/* The sandbox: runs one program that may be hostile, and takes what it writes as bytes. The program
 * sees the system's programs and libraries, what the job names, and nothing else; its environment
 * is empty but for what the job gives; it ends, with all that it started, when sandbox_run returns.
 *
 * A process runs one sandbox_run at a time, in the thread that lives as long as itself; it becomes
 * the parent of what the program leaves behind (PR_SET_CHILD_SUBREAPER), so it must start no other
 * process meanwhile: that would be killed, too. Those that it had before are left alone. Nothing is
 * writable but the job's folder, /tmp included: a compiler needs TMPDIR=folder, and PATH, in its
 * environment. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stddef.h>

enum sandbox_level {
    SANDBOX_BWRAP,    /* namespaces, by bubblewrap */
    SANDBOX_LANDLOCK, /* Landlock for files, seccomp for calls of the system */
    SANDBOX_NONE      /* limits alone: only when the instructor insists (ALLOW_UNSAFE=1) */
};
extern const char *const sandbox_names[]; /* bubblewrap, landlock, none */

/* The best level that this machine grants, tried by running something; `wanted` (one of the names,
 * or NULL) asks for one. -1: there is none, and `why` says what is missing and what fixes it. As
 * root: -1. SANDBOX_NONE only with ALLOW_UNSAFE=1 in the environment. */
int sandbox_best(const char *wanted, char why[512]);

struct sandbox_job {
    const char *const *argv; /* the last one is NULL; argv[0] is an absolute path, readable */
    const char *const
        *readable;      /* absolute paths that it may read, beside the system's; NULL ends */
    const char *folder; /* absolute: it may write there, and starts there; NULL: nowhere */
    const char *const *environment; /* NAME=value; NULL ends; may be NULL */
    int input;          /* becomes its descriptor 3: a memfd sealed against writing, read from its
                           beginning, or a pipe; -1: none */
    void *reply;        /* what it writes to its descriptor 4, */
    size_t reply_bytes; /* and how much that must be; 0: nothing is read */
    double seconds;     /* until it is killed, by the clock on the wall, */
    double pause;       /* or after so long without a byte of the reply; 0: no matter how long */
    double linger;      /* or so long after a complete reply, which nothing may follow; 0: 0.1 */
    size_t memory;      /* bytes, of all its processes; 0: no limit */
    size_t file_bytes;  /* of one file that it writes; 0: it may write none */
    int processes;      /* and threads; 0: no limit */
    int may_fork;       /* 1: it may start processes, as compilers do; 0: threads only */
    size_t log_bytes;   /* of what it prints to stdout and stderr, which is one log */
    int gpu;            /* 1: it needs the GPU's devices */
};

enum sandbox_end {
    ENDED,          /* by itself, with `status` */
    SIGNALLED,      /* by `signal` of its own making */
    OUT_OF_TIME,    /* the rest was killed for */
    OUT_OF_MEMORY,  /* what it took together */
    TOO_MUCH_LOG,   /* more than log_bytes */
    TOO_MUCH_REPLY, /* more than reply_bytes */
    TOO_MANY_TASKS, /* more processes and threads than it may have */
    TOO_MUCH_DISK   /* its folder holds more than 4 file_bytes */
};
extern const char *const sandbox_ends[]; /* "ended", "signalled", ... for messages */

struct sandbox_result {
    enum sandbox_end end;
    int status, signal;
    size_t reply_got; /* at most reply_bytes; killed when it is complete and nothing follows */
    double seconds;   /* from its start until the reply was complete, or until its end */
    char *log;        /* ends with 0; of the caller, to free */
    size_t log_got;
};

/* 0: the program was run; -1: the grader's own fault, which `why` names. */
int sandbox_run(enum sandbox_level level, const struct sandbox_job *job,
                struct sandbox_result *result, char why[512]);

double clock_now(void); /* seconds, of a clock that nobody sets */

/* Prints what a hostile program can do at this level, one canary per line, each run through
 * sandbox_run. 0: each of them failed to do harm. */
int sandbox_doctor(enum sandbox_level level, const char *solutions);

#endif
