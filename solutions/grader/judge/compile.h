/* A student's file becomes programs: the runner, and the runner under the bug finder. */
#ifndef COMPILE_H
#define COMPILE_H

#include "grade.h"

struct compiled {
    const char *verdict;                          /* NULL: there is a runner */
    char *note, *runner, *finder, *finder_folder; /* a folder that the finder may write */
    json_t *flags;                                /* what the instructor should look at; */
    int suspicious; /* 1: what a PASS may not have, 0: printing and clocks alone */
    char *missing;  /* names of functions, with blanks around each */
};

/* Compiles a file in a folder of its own inside `work`. */
struct compiled compile_runner(const struct grading *g, const char *work,
                               const struct lab_files *lab, const struct handed_file *file);

/* The same for the bug finder, if it can be had. */
void compile_finder(const struct grading *g, const char *work, const struct lab_files *lab,
                    const struct handed_file *file, struct compiled *c);

void free_compiled(struct compiled *c);

/* Writes a file; ends the program when it cannot. */
void save(const char *path, const char *bytes, size_t count);

#endif
