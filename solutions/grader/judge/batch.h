/* Grades a class, several students at a time, each in a process of its own. */
#ifndef BATCH_H
#define BATCH_H

#include "grading.h"
#include "submission.h"

#define MAX_JOBS 256

struct batch {
    struct grading *g;
    struct submissions *all;
    const char
        *only; /* id of the only student who is graded, even if there is a result; NULL: all */
    int part, parts; /* students part, part + parts, part + 2 parts, ... are graded */
    int jobs;        /* students graded at the same time */
};

/* Returns how many students have got a NOT_GRADED. */
int grade_all(const struct batch *batch);

#endif
