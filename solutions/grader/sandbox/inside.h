/* What the files of the sandbox share. */
#ifndef SANDBOX_INSIDE_H
#define SANDBOX_INSIDE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/types.h>

#include "sandbox.h"

/* The descriptors of the child before its program starts: 0 to 2, as in every program; 3 and 4,
 * which are the job's; and three that are closed when the program starts. */
enum { INPUT = 3, REPLY = 4, COMPLAINT = 5, STATUS = 6, FILTER = 7, LAST = FILTER };

#define SYSTEM_FOLDERS "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"
#define SYSTEM_FILES                                                                               \
    "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/sys/devices/system/cpu",          \
        "/sys/kernel/mm/transparent_hugepage"
#define GPU_DEVICES "/dev/{nvidia*,dxg}" /* nvidia-caps: for MIG; dxg: under WSL */

/* The limit of one memory file that the driver makes. With the 0 of other runners its first
 * ftruncate would end the program (SIGXFSZ). On disk nothing can be written; what bounds the memory
 * is in sandbox.c. */
#define GPU_FILE_BYTES ((size_t)1 << 30)

/* Why something cannot be done, in words; -1. */
__attribute__((format(printf, 2, 3))) static inline int sandbox_fail(char why[512],
                                                                     const char *format, ...)
{
    va_list words;
    va_start(words, format);
    vsnprintf(why, 512, format, words);
    va_end(words);
    return -1;
}

enum { READ, WRITE };
struct pipes {
    int log[2], reply[2], complaint[2], status[2];
};

/* In the child: never returns. What goes wrong is written to the pipe for complaints, which the
 * exec closes. */
_Noreturn void become_program(enum sandbox_level level, const struct sandbox_job *job,
                              const struct pipes *pipes, pid_t judge, uid_t uid);

/* If the judge is killed, somebody must be left who kills what a program has started: the keeper.
 * bwrap can do that (--die-with-parent), but not yet while it starts. A single process that cannot
 * have children needs no keeper: the kernel sends it a signal when its parent dies. */
bool needs_keeper(enum sandbox_level level, const struct sandbox_job *job);

/* In the child. exec_in_bwrap makes the sandbox and becomes the program; it returns only if that
 * fails, and says why. enter_landlock makes the sandbox around the child, which then has to exec;
 * NULL, or why it failed. */
const char *exec_in_bwrap(const struct sandbox_job *job);
const char *enter_landlock(const struct sandbox_job *job, enum sandbox_level level);

/* For SANDBOX_OWN_UID. A user id that no account and no process has; 0: there is none. What is in
 * the folder changes hands, to root again so that other jobs may read it; -1: it could not. In the
 * child: NULL, or why it did not become that user. */
uid_t fresh_uid(void);
int hand_over(const char *folder, uid_t from, uid_t to);
const char *become_user(uid_t uid);

/* The filter of system calls of both: written to fd for bwrap, or, where fd is -1, put into force
 * for this process. */
int filter_calls(const struct sandbox_job *job, enum sandbox_level level, int fd);

/* The processes below this one that were not there when `before` was taken. */
struct tree {
    pid_t *before, *now;
    int before_count, now_count;
    pid_t keeper;     /* its memory is a copy of the judge's, and does not count */
    double looked;    /* when `now` was listed, in seconds of the clock, */
    double look_took; /* and how long that took */
};
void tree_begin(struct tree *tree);
void tree_look(struct tree *tree);
struct usage {
    size_t bytes;  /* of memory, and of these */
    size_t shared; /* of memory that is shared, as files of memory are, and resident */
    int tasks;
};
struct usage tree_usage(const struct tree *tree);
/* What they have had since they began. */
struct times {
    double computed, waited; /* seconds; waited: they were ready to, but had no processor */
    bool ready;              /* one of them is, now, or computes */
};
struct times tree_times(const struct tree *tree);
/* Of the seconds that passed from one look to the next those that are theirs: in which they
 * computed, or none of them wanted to, as one that sleeps or is stopped. */
double times_used(double passed, const struct times *before, const struct times *now);
void tree_end(struct tree *tree);

/* Kills them all, `first` before the others; sets *status if `first` is among them. 0: none is
 * left. */
int tree_kill(struct tree *tree, pid_t first, int *status);

int tasks_of(uid_t user); /* all processes and threads */

#endif
