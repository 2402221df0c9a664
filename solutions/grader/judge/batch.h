/* Grades a class, several students at a time, each in a process of its own. */
#ifndef BATCH_H
#define BATCH_H

#include "grading.h"
#include "submission.h"

#define MAX_JOBS 256

struct batch {
    const struct grading *g;
    struct submissions *all;
    const char *only; /* the id of the one student who is graded, again; NULL: all */
    int part, parts;  /* students part, part + parts, part + 2 parts, ... are graded */
    int jobs;         /* so many at a time */
};

/* How many students have no result, through the grader's fault. */
int grade_all(const struct batch *batch);

#endif
