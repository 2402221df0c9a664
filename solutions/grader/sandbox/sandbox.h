/* The sandbox: runs one program that may be hostile, and takes what it writes as bytes. The program
 * sees the system's programs and libraries, the files that the job names, and nothing else; its
 * environment holds only what the job gives. When sandbox_run returns, the program and everything
 * that it has started have ended.
 *
 * Call sandbox_run for one program at a time, from a thread that lives as long as the process.
 * Meanwhile the process must not start any other program: sandbox_run becomes the parent of all
 * that its program leaves behind (PR_SET_CHILD_SUBREAPER) and kills every new child. Children from
 * before are left alone. Only the job's folder can be written, not even /tmp: a compiler needs
 * TMPDIR=folder, and PATH, in its environment. */
#ifndef SANDBOX_H
#define SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

enum sandbox_level {
    SANDBOX_BWRAP,    /* namespaces, by bubblewrap */
    SANDBOX_LANDLOCK, /* Landlock for files, seccomp for calls of the system */
    SANDBOX_OWN_UID,  /* for root in a container: a user of its own, seccomp, and Landlock if there
                       */
    SANDBOX_NONE      /* limits alone: only when the instructor insists (ALLOW_UNSAFE=1) */
};
extern const char *const sandbox_names[]; /* bubblewrap, landlock, own-uid, none */

/* The best level that this machine grants, tried by running something; `wanted` (one of the names,
 * or NULL) asks for one. -1: there is none, and `why` says what is missing and how to fix it.
 * As root: -1, or SANDBOX_OWN_UID, which only root gets, and only if asked for. SANDBOX_NONE only
 * with ALLOW_UNSAFE=1 in the environment. */
int sandbox_best(const char *wanted, char why[512]);

struct sandbox_job {
    /* Lists end with NULL. */
    const char *const *argv;        /* argv[0] is an absolute path; it can be read inside */
    const char *const *readable;    /* absolute paths that it may read besides the system's */
    const char *const *environment; /* NAME=value; may be NULL */
    const char *folder; /* absolute: it may write there, and starts there; NULL: nowhere */
    int input;          /* becomes its descriptor 3: a memfd sealed against writing, which is read
                           from its beginning, or a pipe; -1: none */
    void *reply;        /* gets what it writes to its descriptor 4, */
    size_t reply_bytes; /* how many bytes; 0: nothing is read */
    /* Limits, beyond which it is killed; 0: none. Seconds are those of `used` below: a machine that
     * is busy with something else makes no program run out of time. One that has no time left for
     * it at all is the grader's own fault. */
    double seconds;
    double pause;      /* seconds without a byte of the reply */
    double linger;     /* seconds after a complete reply, to which nothing may be added; 0: 0.1 */
    double patience;   /* times seconds and pause, by the clock: the machine is too busy; 0: 30 */
    size_t memory;     /* bytes of all its processes together */
    int processes;     /* and threads */
    size_t log_bytes;  /* printed to stdout and stderr, which are one log */
    size_t file_bytes; /* of one file that it writes; 0: it may write none */
    /* What it may do. */
    bool may_fork;    /* start processes, and not only threads */
    bool is_compiler; /* also make folders and links, rename, and change modes */
    bool trusted;     /* at own-uid be root, unconfined: what the kit's own program needs that other
                         users may not read */
    bool gpu; /* use the GPU's devices, and make files of memory (memfd), as its driver does */
};

enum sandbox_end {
    ENDED,     /* by itself, with `status` */
    SIGNALLED, /* it crashed, by `signal` */
    /* It was killed, because it exceeded */
    OUT_OF_TIME,    /* seconds or pause */
    OUT_OF_MEMORY,  /* memory */
    TOO_MUCH_LOG,   /* log_bytes */
    TOO_MUCH_REPLY, /* reply_bytes */
    TOO_MANY_TASKS, /* processes */
    TOO_MUCH_DISK   /* 4 file_bytes in its folder */
};
extern const char *const sandbox_ends[]; /* "ended", "signalled", ... for messages */

enum { SANDBOX_MARKS = 2 };
struct sandbox_result {
    enum sandbox_end end;
    int status, signal;
    size_t reply_got;            /* at most reply_bytes */
    double seconds;              /* from its start until the reply was complete, or until its end */
    double used;                 /* of them, without those in which it waited for a processor;
                                    more, if several of its threads computed at a time */
    double marks[SANDBOX_MARKS]; /* seconds from its start until each of the first bytes came */
    char *log;                   /* ends with a 0; the caller frees it */
    size_t log_got;
};

/* 0: the program was run; -1: the grader's own fault, which `why` names. */
int sandbox_run(enum sandbox_level level, const struct sandbox_job *job,
                struct sandbox_result *result, char why[512]);

/* What a program that uses a GPU needs besides `gpu`: for job.readable and job.environment. */
enum { SANDBOX_FOLDERS = 32 };
struct sandbox_libraries {
    char *folders[SANDBOX_FOLDERS + 1]; /* where its libraries and libcuda.so.1 lie; NULL ends */
    char *environment[SANDBOX_FOLDERS + 1]; /* how they are found, and which GPU is ours */
    char cublas[64];                        /* libcublas.so.13; "": it needs none */
};

/* Finds the libraries of `program`, which is trusted. -1: one is missing, or lies where a
 * submission that may read its folder would see one of the paths `secret`; `why` says so. */
int sandbox_libraries(const char *program, const char *const *secret,
                      struct sandbox_libraries *found, char why[512]);

/* The first of the paths `secret` that lies in the folder, or is it; or NULL. */
const char *sandbox_shows(const char *folder, const char *const *secret);

double clock_now(void); /* seconds, of a clock that nobody sets */

/* Prints what a hostile program can do at this level, one canary per line, each run through
 * sandbox_run; gpu: as a runner on a GPU, and whether such a runner can do there what it must. 0:
 * each of them failed to do harm, and did what it must. */
int sandbox_doctor(enum sandbox_level level, const char *solutions, bool gpu);

#endif
