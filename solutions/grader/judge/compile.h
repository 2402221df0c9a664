/* A student's file becomes programs: the runner, and those that look for bugs and count. */
#ifndef COMPILE_H
#define COMPILE_H

#include <stdbool.h>
#include "flags.h"
#include "grading.h"
#include "submission.h"

#define MOST_LINES (16ul << 20) /* bytes of a file's own lines, preprocessed */

struct compiled {
    const char *verdict; /* NULL: there is a runner */
    char *note;          /* why there is none */
    const char *advice;  /* a row of results/advice.csv about it; NULL: none */
    char *runner;        /* path of the program */
    char *finder;        /* the runner under the bug finder; NULL: it cannot be had */
    char *finder_folder; /* that the finder may write */
    char *counter;       /* the runner that counts; NULL: it cannot be had */
    char *counter_folder;
    char *own;     /* the file's own lines, preprocessed; NULL: not known */
    char *missing; /* launchers that are not in the file: " ex31 ex32 "; or NULL */
    struct flags flags;
};

/* Compiles a file in a folder of its own inside `work`. */
struct compiled compile_runner(const struct grading *g, const char *work,
                               const struct lab_files *lab, const struct handed_file *file);

/* The same for the bug finder and for the counters; where one cannot be had, it stays NULL. */
void compile_others(const struct grading *g, const char *work, const struct lab_files *lab,
                    const struct handed_file *file, struct compiled *c);

bool is_missing(const struct compiled *c, const struct exercise *e);
void free_compiled(struct compiled *c);

#endif
