/* make grade CHECK=1: what would be graded, before anything of a student's is compiled or run. */
#ifndef LOOK_H
#define LOOK_H

#include "grading.h"
#include "submission.h"

/* Prints a line for each student and lab: the file that counts, or why there is none. */
void look_at_class(const struct grading *g, struct submissions *all);

#endif
