/* What the files of the sandbox are to each other. */
#ifndef SANDBOX_INSIDE_H
#define SANDBOX_INSIDE_H

#include <stddef.h>
#include <sys/types.h>

#include "sandbox.h"

/* The descriptors of the child until its program is there: the three of every program, the two of
 * the contract, then these, of which none is left when it runs. */
enum { INPUT = 3, REPLY = 4, COMPLAINT = 5, STATUS = 6, FILTER = 7, LAST = FILTER };

#define SYSTEM_FOLDERS "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"
#define SYSTEM_FILES                                                                               \
    "/etc/ld.so.cache", "/etc/alternatives", "/etc/localtime", "/sys/devices/system/cpu",          \
        "/sys/kernel/mm/transparent_hugepage"
#define GPU_DEVICES "/dev/{nvidia*,dxg}" /* the latter in Windows' Linux */

enum { READ, WRITE };
struct pipes {
    int log[2], reply[2], complaint[2], status[2];
};

/* In the child: never returns. A fault goes into the pipe for complaints, which ends with the exec.
 */
_Noreturn void become_program(enum sandbox_level level, const struct sandbox_job *job,
                              const struct pipes *pipes, pid_t judge);

/* If the judge is killed, someone must be left to kill what a program has started. bwrap promises
 * it
 * (--die-with-parent), but not while it starts. One process alone, without children, dies by the
 * signal that the kernel sends when its parent dies, and needs no keeper. */
int needs_keeper(enum sandbox_level level, const struct sandbox_job *job);

/* In the child, which then runs only this: makes the sandbox around itself and becomes the program.
 * They return only when that fails, with the words for it. */
const char *exec_in_bwrap(const struct sandbox_job *job);
const char *
enter_landlock(const struct sandbox_job *job); /* NULL: done; the exec is the caller's */

/* The filter of system calls of both, as bytes for bwrap (fd >= 0) or for this process at once. */
int filter_calls(const struct sandbox_job *job, enum sandbox_level level, int fd);

/* The processes below this one that were not there when `before` was taken. */
struct tree {
    pid_t *before, *now;
    int before_count, now_count;
    pid_t keeper;             /* whose memory is a copy of the judge's, and does not count */
    double looked, look_took; /* seconds, of the clock */
};
void tree_begin(struct tree *tree);
void tree_look(struct tree *tree);
void tree_usage(const struct tree *tree, size_t *bytes, int *tasks);
int tree_kill(struct tree *tree, pid_t first, int *status); /* 0: none is left; first's status */
void tree_end(struct tree *tree);
int tasks_of_user(void);

#endif
